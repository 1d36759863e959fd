import type { ReactNode } from "react";
import type { EmailRecipient, RecipientEvent, RecipientStatus } from "../../api-types.ts";
import { cx } from "../../ui/cx.ts";
import { formatElapsed } from "../../ui/format-elapsed.ts";
import { ExactTime } from "../../ui/time.tsx";
import { useNow } from "../../ui/use-now.ts";
import { UncertainActions } from "./actions/uncertain-actions.tsx";
import { AttemptWaterfall } from "./attempt-waterfall.tsx";
import { describeEvent } from "./describe-event.ts";
import { isOpen } from "./emails.ts";
import { EventTranscript } from "./event-transcript.tsx";
import { EVENT_LOOKS, type STATUS_LOOKS } from "./status-badge.tsx";

type RecipientTimelineProps = {
  emailId: string;
  recipient: EmailRecipient;
  acceptedAt: string;
  /** Changes that Posthouse made to the message. */
  changes: string[];
};

/** One recipient's timeline: acceptance, each attempt with the time since the previous event, and the next step. */
export function RecipientTimeline({ emailId, recipient, acceptedAt, changes }: RecipientTimelineProps) {
  const needsDecision = recipient.state === "uncertain" && !isOpen(recipient);
  return (
    <ol className="ml-[7px]">
      <Moment tone="neutral" title="Accepted" at={acceptedAt} isLast={false}>
        {["Accepted and queued.", ...changes].join(" ")}
      </Moment>
      {recipient.events.map((event, index) => (
        <EventMoment
          key={event.id}
          event={event}
          previousAt={recipient.events[index - 1]?.created_at ?? acceptedAt}
          isLast={index === recipient.events.length - 1 && !isOpen(recipient) && !needsDecision}
        />
      ))}
      {needsDecision ? (
        <Moment tone="warn" title="Needs a decision" isLast>
          <UncertainActions emailId={emailId} recipient={recipient} />
        </Moment>
      ) : null}
      <NextMoment recipient={recipient} />
    </ol>
  );
}

type EventMomentProps = { event: RecipientEvent; previousAt: string; isLast: boolean };

function EventMoment({ event, previousAt, isLast }: EventMomentProps) {
  const { title, text, reply, route } = describeEvent(event);
  return (
    <Moment
      tone={EVENT_LOOKS[event.type].tone}
      title={title}
      aside={event.attempt > 1 ? `attempt ${event.attempt}` : undefined}
      at={event.created_at}
      since={previousAt}
      isLast={isLast}
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

// A queued recipient is due at once; if it is due later, the email is scheduled.
const LATER_MS = 5_000;

function NextMoment({ recipient }: { recipient: EmailRecipient }) {
  const { state, attempts, next_attempt_at } = recipient;
  const now = useNow();
  if (!isOpen(recipient)) return null;
  if (state === "sending") {
    return (
      <Moment tone="info" title={attempts > 1 ? `Sending, attempt ${attempts}` : "Sending"} isLast moving>
        Connected to the receiving server.
      </Moment>
    );
  }
  if (state === "queued" && next_attempt_at !== null && Date.parse(next_attempt_at) > now + LATER_MS) {
    return (
      <Moment tone="info" title="Scheduled" at={next_attempt_at} isLast>
        Waiting until the scheduled time.
      </Moment>
    );
  }
  if (state === "queued" || next_attempt_at === null) {
    return (
      <Moment tone="info" title="Queued" isLast moving>
        Waiting for a worker.
      </Moment>
    );
  }
  return (
    <Moment tone="info" title="Next attempt" at={next_attempt_at} isLast moving>
      {state === "uncertain"
        ? "Will retry. If the first attempt arrived, the recipient gets a duplicate. Cancel to avoid it."
        : "Retries automatically."}
    </Moment>
  );
}

const DOTS: Record<(typeof STATUS_LOOKS)[RecipientStatus]["tone"], string> = {
  neutral: "bg-ink-faint",
  good: "bg-good",
  info: "bg-info",
  warn: "bg-warn",
  bad: "bg-bad",
  violet: "bg-violet",
};

type MomentProps = {
  tone: keyof typeof DOTS;
  title: string;
  aside?: string | undefined;
  at?: string;
  /** The time of the previous event, if the time since then is shown. */
  since?: string;
  isLast: boolean;
  /** It has not happened yet. */
  moving?: boolean;
  children: ReactNode;
};

function Moment({ tone, title, aside, at, since, isLast, moving = false, children }: MomentProps) {
  return (
    <li
      className={cx(
        "relative pb-4 pl-6",
        isLast ? "pb-0" : "border-l",
        isLast && "border-l border-transparent",
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          "absolute top-1.5 -left-[4.5px] size-2 rounded-full ring-4 ring-surface",
          DOTS[tone],
          moving && "animate-pulse",
        )}
      />
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">
          {title}
          {aside ? <span className="font-normal text-ink-faint"> · {aside}</span> : null}
        </span>
        {at === undefined ? null : (
          <span className="text-xs text-ink-faint tabular-nums">
            <ExactTime value={at} />
            {since === undefined ? null : (
              <span className="ml-2">+{formatElapsed(Math.max(Date.parse(at) - Date.parse(since), 0))}</span>
            )}
          </span>
        )}
      </p>
      <div className="mt-0.5 text-[13px] leading-5 break-words text-ink-soft">{children}</div>
    </li>
  );
}
