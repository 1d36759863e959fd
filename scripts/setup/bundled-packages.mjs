/**
 * The packages that the built server contains: those of hundreds of files. The others gain nothing, and some look for files of their
 * own.
 */
export const BUNDLED_PACKAGES = ["typebox", "kysely", "@fastify/type-provider-typebox"];
