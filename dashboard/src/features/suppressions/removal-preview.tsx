import type { RemovalPreview } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { countText } from "../../ui/count-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { MomentText } from "../../ui/time.tsx";
import { REASON_NAMES } from "./suppression.ts";

const format = (count: number): string => count.toLocaleString("en");

/** The suppressions that a removal would remove, and the consequences. */
export function RemovalPreviewBody({ preview }: { preview: RemovalPreview }) {
  const { matched, filter, unsubscribed, as_of } = preview;
  const namesConsent = filter.reason === "complaint" || filter.reason === "unsubscribe";
  if (matched === 0)
    return (
      <p className="text-ink-soft">
        Nothing to remove.
        {namesConsent ? null : " Complaints and unsubscribes are kept unless you filter by that reason."}
      </p>
    );
  return (
    <>
      <p className="text-[15px] font-semibold">
        {countText(matched, "address", "addresses")} will get your mail again
      </p>
      {namesConsent ? (
        <Alert tone="warn">
          {filter.reason === "complaint"
            ? "These recipients reported your mail as spam. Remove them only if they asked to receive it again."
            : "These recipients unsubscribed. Remove them only if they asked to receive your mail again."}
        </Alert>
      ) : null}
      <Breakdown preview={preview} />
      <Sample preview={preview} />
      <ul className="grid list-disc gap-1 pl-5 text-[13px] text-ink-soft">
        <li>New emails to these addresses are sent. Earlier emails are not sent again.</li>
        <li>Addresses that bounce again return to this list.</li>
        {unsubscribed > 0 && filter.reason !== "unsubscribe" ? (
          <li>{format(unsubscribed)} of them unsubscribed and still get no bulk mail.</li>
        ) : null}
        {namesConsent ? (
          <li>Contacts that are unsubscribed still get no bulk mail until they are subscribed again.</li>
        ) : (
          <li>Complaints and unsubscribes are kept.</li>
        )}
        <li>
          Addresses suppressed after <MomentText value={as_of} /> are kept.
        </li>
        <li>You can undo this for 30 days.</li>
      </ul>
    </>
  );
}

function Breakdown({ preview: { matched, by_reason, by_reply } }: { preview: RemovalPreview }) {
  const shown = by_reply.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="grid gap-4">
      <Counts
        label="By reason"
        rows={by_reason.map(({ reason, count }) => ({ name: REASON_NAMES[reason], text: null, count }))}
      />
      <Counts
        label="By reply"
        rows={[
          ...by_reply.map(({ code, status, example, count }) => ({
            name: [code, status].filter((part) => part !== null).join(" ") || "No reply",
            text: example && withoutCodes(example),
            count,
          })),
          ...(matched > shown ? [{ name: "Other replies", text: null, count: matched - shown }] : []),
        ]}
      />
    </div>
  );
}

/** The codes are shown beside the text. */
function withoutCodes(reply: string): string {
  return reply.replace(/^\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\s+)?/, "");
}

type CountsProps = {
  label: string;
  rows: { name: string; text: string | null; count: number }[];
};

function Counts({ label, rows }: CountsProps) {
  return (
    <table className="w-full text-[13px]">
      <caption className="pb-1 text-left font-medium">{label}</caption>
      <tbody>
        {rows.map(({ name, text, count }) => (
          <tr key={name} className="border-t align-top">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap">
              {name}
            </th>
            <td className="w-full py-1.5 text-ink-soft" title={text ?? undefined}>
              {text === null ? null : <bdi className="line-clamp-2 wrap-anywhere">{text}</bdi>}
            </td>
            <td className="py-1.5 pl-3 text-right tabular-nums">{format(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sample({ preview: { sample, matched } }: { preview: RemovalPreview }) {
  const title = matched > sample.length ? `Newest ${sample.length} addresses` : "Addresses";
  return (
    <Fold title={title}>
      <ul className="grid gap-1 text-[13px]">
        {sample.map(({ address }) => (
          <li key={address} className="min-w-0 truncate" title={address}>
            <bdi>{address}</bdi>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
