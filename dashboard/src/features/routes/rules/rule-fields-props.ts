import type { Owner, Pool, Relay } from "../routing.ts";
import type { RuleDraft } from "./rule-draft.ts";

export interface RuleFieldsProps {
  owner: Owner;
  draft: RuleDraft;
  relays: Relay[];
  pools: Pool[];
  fault: unknown;
  onChange: (part: Partial<RuleDraft>) => void;
}
