import { browserStorage } from "../../../browser-storage.ts";
import { showToast } from "../../../ui/toast.ts";
import { enterAccount } from "./members.ts";

/** Survives the reload of the page. */
const SWITCHED = "account-switched";

let isSwitching = false;

/** Opens the start page in another account, because that account may not have what this page shows. A full load clears the cache. */
export async function switchAccount(id: string): Promise<void> {
  // Requests of this page that are in flight fail from now on; that must not reload it.
  isSwitching = true;
  try {
    await enterAccount(id);
  } catch (error) {
    isSwitching = false;
    throw error;
  }
  window.location.assign("/");
}

/** Another tab switched the account, or another user signed in there: everything on this page is about the former one. */
export function reloadInOtherAccount(): void {
  if (isSwitching) return;
  try {
    browserStorage("session").setItem(SWITCHED, "1");
  } catch {
    // Blocked storage: the page reloads without saying why.
  }
  window.location.reload();
}

/** After that reload, says why it happened. */
export function tellOfSwitch(): void {
  const storage = browserStorage("session");
  if (storage.getItem(SWITCHED) === null) return;
  storage.removeItem(SWITCHED);
  showToast({
    tone: "neutral",
    title: "You are now in another account",
    description: "Your session changed outside this tab. Nothing was changed here.",
  });
}
