/** A follower that this process works for. */
export type Follower = {
  shard: string;
  accountId: string;
  /** The last event that is done. */
  cursor: string;
  /** The fencing token. */
  lease: number;
};
