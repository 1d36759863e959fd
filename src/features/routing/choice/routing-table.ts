/** The configuration that decides how mail is sent, as workers hold it in memory. */

export type Stream = "transactional" | "bulk";

export type RelayKind = "smtp" | "ses";

export type Relay = {
  /** The owner: an account or the instance. */
  accountId: string;
  id: string;
  name: string;
  kind: RelayKind;
  /** The URL without the password. */
  url: string;
  secretSealed: Buffer | null;
  weight: number;
  ratePerSecond: number | null;
  /** Null: the limit is found by trying. */
  maxConnections: number | null;
  enabled: boolean;
  revision: number;
  /** True when the relay must be on the public internet (relay-policy.ts). */
  isGuarded: boolean;
};

export type PoolSource = { address: string; heloName: string; startedOn: string | null };

export type Pool = { id: string; name: string; sources: PoolSource[] };

/** The conditions of a rule; null means that the condition is not checked. */
export type RuleMatch = {
  ofAccountId: string | null;
  fromDomain: string | null;
  tagName: string | null;
  tagValue: string | null;
  stream: Stream | null;
  /** With a leading `*.`: the subdomains. */
  recipientDomain: string | null;
};

type RuleAction = {
  action: "direct" | "relay" | "hold";
  relayIds: string[];
  /** `order`: the first relay; the others are fallbacks. `weight`: mail is shared by weight. */
  spread: "order" | "weight";
  poolId: string | null;
};

export type Rule = RuleMatch & RuleAction & { accountId: string; id: string; position: number; name: string };

export type RoutingTable = {
  /** Enabled rules in order, by owner. */
  rules: ReadonlyMap<string, readonly Rule[]>;
  relays: ReadonlyMap<string, Relay>;
  pools: ReadonlyMap<string, Pool>;
};
