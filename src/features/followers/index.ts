/**
 * Followers of the event feed: each has a cursor, the last finished event. One process at a time runs a follower, under a lease with a
 * fencing token, as workers do for recipients. A process that ends loses its leases after 20 s.
 *
 * FollowerRunner runs the followers that features declare (follower-definition.ts): stepFollower stores effect and cursor in one commit.
 * Followers with effects outside of the database, such as webhooks, use the parts:
 * addFollower, removeFollower, setFollower → takeFollowers → renewFollowers, moved (SQL that stores cursors) → releaseFollower
 */

export { NEXT_STEP, wordsOfLag } from "./alert-rules.ts";
export { countLost, firstUnreadId, type LostEvents, loadLost } from "./count-lost.ts";
export type { Follower } from "./follower.ts";
export { FollowerRunner } from "./follower-runner.ts";
export { type FollowerLag, loadLags } from "./load-lags.ts";
export { addFollower, loadCursors, removeFollower, setFollower } from "./manage-followers.ts";
export { movedFollowers } from "./moved-followers.ts";
export { releaseFollower, renewFollowers, takeFollowers } from "./take-followers.ts";
