import { describeEngagement, type Engagement } from "../../tracking/describe-engagement.ts";
import { Moment } from "./moment.tsx";

type EngagementMomentProps = {
  engagement: Engagement;
  address: string | undefined;
  sinceMs: number | null;
};

/** An open, a click or an unsubscribe, with the actor behind it. */
export function EngagementMoment({ engagement, address, sinceMs }: EngagementMomentProps) {
  const { title, isOfPerson, who, why } = describeEngagement(engagement);
  return (
    <Moment
      tone={isOfPerson ? "violet" : "hollow"}
      title={title}
      address={address}
      at={engagement.created_at}
      sinceMs={sinceMs}
    >
      {engagement.url === null ? null : (
        <bdi className="block font-mono text-xs wrap-anywhere text-ink">{engagement.url}</bdi>
      )}
      {who}
      <span className="block text-xs text-ink-faint">{why}</span>
    </Moment>
  );
}
