type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Accessing a blocked storage throws. This stand-in rejects writes as a full storage does. */
const FORBIDDEN: BrowserStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error("browser storage is blocked");
  },
  removeItem: () => undefined,
};

/** `local` persists; `session` belongs to this tab. */
export function browserStorage(kind: "local" | "session"): BrowserStorage {
  try {
    return kind === "local" ? window.localStorage : window.sessionStorage;
  } catch {
    return FORBIDDEN;
  }
}
