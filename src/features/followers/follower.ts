/** A follower that this process runs. */
export type Follower = {
  shard: string;
  accountId: string;
  /** The last finished event. */
  cursor: string;
  /** The fencing token. */
  lease: number;
};
