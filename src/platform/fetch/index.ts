/**
 * The guarded agent: the only way to an address that a user chose.
 *
 * text → `readTarget` (shape of the URL: scheme, port, no user info, no name of an inside) → addresses, resolved once →
 * `reasonToRefuseAddress` for every one of them → a connection to exactly these → the answer, cut at its limits.
 *
 * Nothing is followed, nothing is kept, nothing of the environment is heeded: no redirects, no cookies, no connection for the
 * next request, no proxy. A reason tells the user what to change, and nothing about what stands in our network.
 */
export { type Fetched, type FetchLimits, guardedFetch, postGuarded } from "./guarded-fetch.ts";
export type { Outside } from "./outside.ts";
export { reasonToRefuseAddress } from "./reason-to-refuse-address.ts";
export { resolvePublicHost } from "./resolve-public-host.ts";
export { isInsideName, reasonToRefuseUrl } from "./target.ts";
