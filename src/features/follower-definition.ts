import type { Db } from "../platform/db/index.ts";

/** Both ids are exclusive. */
export type FollowerRange = { afterId: string; beforeId: string };

/** `afterId`: the last finished event. All events below `beforeId` are visible, and none will still appear below it (decision 28). */
type FollowerPage = FollowerRange & {
  /** The account whose events are followed. Null: those of all accounts. */
  accountId: string | null;
  /** The maximum number of events in a step, and of other items of work. It is lower after a failure. */
  limit: number;
};

/** The result of a step. */
type FollowerStep = {
  /** The last event that is done, or `beforeId` if the page has no other events. */
  cursor: string;
  /** Whether work besides events is left, for which the next step should not pause. Default: false. */
  hasMore?: boolean;
};

/**
 * A follower reads the event feed in its order and does something once for each event: its effect and its cursor are one transaction
 * (decision 64). A feature declares it in its manifest, and src/processes/services/followers.ts lists it for the roles that load no
 * manifest.
 */
export type FollowerDefinition = {
  /** Unique. It is part of metrics and of the table `followers`. */
  name: string;
  /** `instance`: one follower for the events of all accounts. `account`: one for each account. */
  scope: "instance" | "account";
  /** Where a new follower begins: with the oldest event that is stored, or with the next one. */
  begins: "oldest" | "next";
  /**
   * Whether a step has an effect besides its cursor: false if nothing in the range concerns the follower, and if no other work waits.
   * A follower of the instance asks before each step at the end of the feed, because most of the time nothing happens, and a step that
   * stores only its cursor costs seven statements and a commit. Default: always.
   */
  hasWork?(db: Db, range: FollowerRange): Promise<boolean>;
  /**
   * Does the work for events of the page, in their order, with statements of the transaction only. The page may be empty. If it throws,
   * nothing is stored, and the page comes again.
   */
  step(transaction: Db, page: FollowerPage): Promise<FollowerStep>;
};
