import type { RecipientEvent } from "../../../api-types.ts";
import { EVENT_LOOKS } from "../status-badge.tsx";
import { AttemptWaterfall } from "./attempt-waterfall.tsx";
import { describeEvent } from "./describe-event.ts";
import { EventTranscript } from "./event-transcript.tsx";
import { Moment } from "./moment.tsx";

type EventMomentProps = {
  event: RecipientEvent;
  address: string | undefined;
  sinceMs: number | null;
};

/** An attempt with its phases, or another change of a recipient. */
export function EventMoment({ event, address, sinceMs }: EventMomentProps) {
  const { title, text, reply, route } = describeEvent(event);
  return (
    <Moment
      tone={EVENT_LOOKS[event.type].tone}
      title={title}
      aside={event.attempt > 1 ? `attempt ${event.attempt}` : undefined}
      address={address}
      at={event.created_at}
      sinceMs={sinceMs}
    >
      {text}
      {reply ? (
        <figure className="mt-2 rounded-lg border bg-subtle px-3 py-2">
          <figcaption className="text-xs text-ink-faint">
            <bdi className="break-all">{reply.host}</bdi> replied
          </figcaption>
          <blockquote className="mt-0.5 font-mono text-xs leading-5 break-words whitespace-pre-wrap text-ink">
            <bdi>{reply.line}</bdi>
          </blockquote>
        </figure>
      ) : null}
      {route ? (
        <p className="mt-1 text-xs text-ink-faint wrap-anywhere">
          <bdi>{route}</bdi>
        </p>
      ) : null}
      <AttemptWaterfall durations={event.detail.durations} />
      {event.transcript === null ? null : <EventTranscript transcript={event.transcript} />}
    </Moment>
  );
}
