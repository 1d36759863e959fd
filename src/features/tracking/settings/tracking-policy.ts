import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Tracking } from "../links/track-html.ts";
import { findSwitches, type Switches } from "./queries.ts";

/** All nodes use a changed setting after this time. */
const TTL_MS = 500;
const MAX_CACHED_DOMAINS = 10_000;

/** The setting of a single email. Absent: the domain's or the account's setting applies. */
export type TrackingWish = { opens?: boolean | undefined; clicks?: boolean | undefined };
/** The account and domain of an email, and what its sender asked for. */
type Mail = { accountId: string; fromDomain: string; wish: TrackingWish | null };

/** An accepted email that is sent now, to one recipient. */
type AcceptedMail = { accountId: string; fromDomain: string; addressKey: string; tracking: Tracking };
/** The tracking of a message. `change`: a sentence about how it differs from the email's. */
export type SentTracking = { tracking: Tracking | null; change: string | null };

type Options = {
  database: Database;
  baseUrl: string;
  /** Whether opens and clicks of the account's contact with this address are not recorded. */
  isUntracked: (contact: { accountId: string; addressKey: string }) => Promise<boolean>;
};

/** Decides what is tracked in an email. The email's own setting overrides the domain's, which overrides the account's. */
export class TrackingPolicy {
  readonly #baseUrl: string;
  readonly #origin: string;
  readonly #isUntracked: Options["isUntracked"];
  readonly #switches: ShortCache<string, Switches>;

  constructor({ database, baseUrl, isUntracked }: Options) {
    this.#isUntracked = isUntracked;
    this.#baseUrl = baseUrl;
    this.#origin = new URL(baseUrl).origin;
    this.#switches = new ShortCache({
      load: (key: string) => {
        const [accountId = "", domain = ""] = key.split(" ");
        return findSwitches(database.db, { accountId, domain });
      },
      ttlMs: TTL_MS,
      maxEntries: MAX_CACHED_DOMAINS,
    });
  }

  /** Returns null when nothing is tracked. */
  async of({ accountId, fromDomain, wish }: Mail): Promise<Tracking | null> {
    if (wish?.opens === false && wish.clicks === false) return null;
    const switches = await this.#switches.get(`${accountId} ${fromDomain}`);
    const opens = wish?.opens ?? switches.opens;
    const clicks = wish?.clicks ?? switches.clicks;
    if (!opens && !clicks) return null;
    const host = trackingHostFor(switches, this.#baseUrl);
    return host === null ? null : { opens, clicks, host };
  }

  /**
   * Returns the tracking of an accepted email when it is sent, which may be weeks later. There is none if the contact is not tracked;
   * this cannot be known while the database is unavailable, so the error is thrown. If the email's host is no longer verified or in use,
   * the links use the host of new mail.
   */
  async whenSent({ accountId, fromDomain, addressKey, tracking }: AcceptedMail): Promise<SentTracking> {
    if (await this.#isUntracked({ accountId, addressKey }))
      return { tracking: null, change: "Tracking is off for this contact, so this message was not tracked." };
    const unchanged = { tracking, change: null };
    if (tracking.host === this.#origin) return unchanged;
    const switches = await this.#switches.get(`${accountId} ${fromDomain}`).catch(() => null);
    if (switches === null) return unchanged;
    const host = trackingHostFor(switches, this.#baseUrl);
    if (host === tracking.host) return unchanged;
    const former = new URL(tracking.host).host;
    const why = `The tracking host ${former} is no longer ${switches.host === former ? "verified" : "in use"}`;
    if (host === null) return { tracking: null, change: `${why}, so this message was not tracked.` };
    return { tracking: { ...tracking, host }, change: `${why}, so links use ${new URL(host).host}.` };
  }
}

/**
 * The origin of an email's links. While the domain's own host does not work, links use the instance's host, or there is no tracking if
 * that has no https: a link that does not open is worse than one that is not counted (H12).
 */
export function trackingHostFor(
  { host, isHostVerified }: Pick<Switches, "host" | "isHostVerified">,
  baseUrl: string,
): string | null {
  const { origin, protocol } = new URL(baseUrl);
  if (host === null) return origin;
  if (isHostVerified) return `https://${host}`;
  return protocol === "https:" ? origin : null;
}
