type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Where storage is forbidden even asking for it throws; what is written there then is refused like a full one. */
const FORBIDDEN: BrowserStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error("this browser keeps nothing");
  },
  removeItem: () => undefined,
};

/** `local` lasts, `session` is of this tab. */
export function browserStorage(kind: "local" | "session"): BrowserStorage {
  try {
    return kind === "local" ? window.localStorage : window.sessionStorage;
  } catch {
    return FORBIDDEN;
  }
}
