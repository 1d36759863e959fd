import { CLIENT_FAMILIES, type HtmlCheck } from "../../../mail/client-support/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { JobGivenUp } from "../../../platform/threads/index.ts";
import { emailErrors, validationFailed } from "../errors.ts";
import { contentThreads } from "../messages/content-threads.ts";
import { type Hold, loadBodies } from "../messages/message-contents.ts";
import { showRaw } from "../messages/raw-messages.ts";
import { findEmail } from "../read/load-detail.ts";

/** The slowest HTML that was found takes a fifth of a second on an idle machine. */
const DEADLINE_MS = 3_000;

type Wanted = { id: string; signal: AbortSignal; hold: Hold };

/**
 * Checks the HTML of an email against what mail clients support. An email without HTML uses nothing. Errors: `email_not_found`,
 * `content_removed`, `content_unreadable`, `overloaded`, `validation_failed`.
 */
export async function checkEmailHtml(
  database: Database,
  accountId: string,
  { clients, ...wanted }: Wanted & { clients: string },
): Promise<HtmlCheck> {
  const families = readFamilies(clients);
  const html = (await loadHtml(database, accountId, wanted)) ?? "";
  try {
    const options = { deadlineMs: DEADLINE_MS, owner: accountId, signal: wanted.signal };
    return await contentThreads.run("checkHtml", { html, families }, options);
  } catch (error) {
    if (error instanceof JobGivenUp)
      throw emailErrors.content_unreadable("The HTML is too complex to be checked.");
    throw error;
  }
}

function readFamilies(text: string): string[] {
  const families = text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  const unknown = families.find((family) => !CLIENT_FAMILIES.includes(family));
  if (unknown === undefined) return families;
  const message = `has an unknown client: ${unknown}. Use some of ${CLIENT_FAMILIES.join(", ")}.`;
  throw validationFailed([{ path: "clients", message }]);
}

async function loadHtml(
  database: Database,
  accountId: string,
  { id, signal, hold }: Wanted,
): Promise<string | null> {
  const email = await findEmail(database, accountId, id);
  const bodies = await loadBodies(database, accountId, { email, hold });
  if (!bodies)
    throw emailErrors.content_removed(
      "The content of this email was removed after the account's retention time.",
    );
  if (!bodies.raw) return bodies.html?.toString() ?? null;
  const shown = await showRaw({ accountId, hash: email.raw_hash ?? "", raw: bodies.raw, signal });
  if ("unreadable" in shown)
    throw emailErrors.content_unreadable(`The message cannot be shown. ${shown.unreadable}`);
  return shown.html;
}
