/** What decides how mail leaves, as workers keep it. */

export type Stream = "transactional" | "bulk";

export type RelayKind = "smtp" | "ses";

export type Relay = {
  /** An account's, or the instance's. */
  accountId: string;
  id: string;
  name: string;
  kind: RelayKind;
  /** Without its password. */
  url: string;
  secretSealed: Buffer | null;
  weight: number;
  ratePerSecond: number | null;
  maxConnections: number;
  enabled: boolean;
  revision: number;
  /** Must be on the public internet (is-guarded.ts). */
  isGuarded: boolean;
};

export type PoolSource = { address: string; heloName: string; startedOn: string | null };

export type Pool = { id: string; name: string; sources: PoolSource[] };

/** What must hold of mail; null is no condition. */
export type RuleMatch = {
  ofAccountId: string | null;
  fromDomain: string | null;
  tagName: string | null;
  tagValue: string | null;
  stream: Stream | null;
  /** `*.` in front: the domains below it. */
  recipientDomain: string | null;
};

export type RuleAction = {
  action: "direct" | "relay" | "hold";
  relayIds: string[];
  /** `order`: the first, and the others when it cannot be used. `weight`: each gets its part. */
  spread: "order" | "weight";
  poolId: string | null;
};

export type Rule = RuleMatch & RuleAction & { accountId: string; id: string; position: number; name: string };

export type RoutingTable = {
  /** In their order, by whose they are. Those that are switched off are not among them. */
  rules: ReadonlyMap<string, readonly Rule[]>;
  relays: ReadonlyMap<string, Relay>;
  pools: ReadonlyMap<string, Pool>;
};
