/**
 * The packages that the built server loads from node_modules: one has native code, the others are large and rarely loaded, or look for
 * files of their own. The build contains all others.
 */
export const SEPARATE_PACKAGES = ["@aws-sdk/client-sesv2", "@fastify/swagger", "@node-rs/argon2", "mailauth"];
