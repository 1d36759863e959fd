/** Caches inside one process. */
export { ShortCache } from "./short-cache.ts";
