/**
 * The guarded HTTP client: the only way to connect to an address that a user chose.
 *
 * text → `readTarget` (shape of the URL: scheme, port, no user info, no internal name) → addresses, resolved once →
 * `reasonToRefuseAddress` for each of them → a connection to exactly these addresses → the response, cut at its limits.
 *
 * It follows no redirects, keeps no cookies, and ignores proxies of the environment. Only GuardedPoster keeps connections, for up to
 * 30 s. A `reason` says what the user can change, and reveals nothing about our network.
 */

export type { GuardExceptions } from "./guard-exceptions.ts";
export { type Fetched, type FetchLimits, guardedFetch } from "./guarded-fetch.ts";
export { GuardedPoster } from "./guarded-poster.ts";
export { reasonToRefuseAddress } from "./reason-to-refuse-address.ts";
export { resolvePublicHost } from "./resolve-public-host.ts";
export { isInsideName, readTarget, reasonToRefuseUrl } from "./target.ts";
