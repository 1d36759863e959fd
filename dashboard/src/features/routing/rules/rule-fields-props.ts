import type { Pool, Relay } from "../../../api-types.ts";
import type { Owner } from "../routing.ts";
import type { RuleDraft } from "./rule-draft.ts";

export type RuleFieldsProps = {
  owner: Owner;
  draft: RuleDraft;
  relays: Relay[];
  pools: Pool[];
  error: unknown;
  onChange: (part: Partial<RuleDraft>) => void;
};
