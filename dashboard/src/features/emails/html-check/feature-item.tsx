import type { HtmlCheck } from "../../../api-types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { TEXT_LINK_STYLES } from "../../../ui/text-link.tsx";
import { describeLines, type FamilyGaps, gapsByFamily } from "./families.ts";
import { percent, SupportBar } from "./support-bar.tsx";

type FeatureItemProps = {
  feature: HtmlCheck["features"][number];
  clients: HtmlCheck["clients"];
};

const CATEGORIES = { html: "HTML", css: "CSS", image: "Image", others: "Other" };
const SUPPORT_LABELS = { unsupported: "Not supported", partial: "Partly supported" };
const TONES = { unsupported: "bad", partial: "warn" } as const;

/** A feature that some clients lack: where it is used, and which clients. */
export function FeatureItem({ feature, clients }: FeatureItemProps) {
  const families = gapsByFamily(feature.clients, clients);
  const missing = feature.clients.filter(({ support }) => support === "unsupported").length;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-2 gap-y-1">
          <a
            href={feature.url}
            target="_blank"
            rel="noopener noreferrer"
            className={`${TEXT_LINK_STYLES} font-mono text-[13px] wrap-anywhere`}
          >
            {feature.title}
          </a>
          <Badge>{CATEGORIES[feature.category]}</Badge>
          <span className="text-[13px] text-ink-soft">
            {describeLines(feature.lines)}
            {feature.count > feature.lines.length ? ` · ${feature.count.toLocaleString("en")} uses` : ""}
          </span>
        </p>
        <div className="flex w-full items-center gap-3 sm:w-48">
          <SupportBar shares={feature} />
          <span className="w-16 shrink-0 text-right text-[13px] tabular-nums">
            <span className="sr-only">Supported: </span>
            {percent(feature.supported)}
          </span>
        </div>
      </div>
      <Fold title={titleOf(missing, feature.clients.length - missing)} className="mt-1">
        <dl className="grid gap-x-4 gap-y-2.5 text-[13px] sm:grid-cols-[8rem_minmax(0,1fr)]">
          {families.map((family) => (
            <FamilyRow key={family.slug} family={family} />
          ))}
        </dl>
      </Fold>
    </li>
  );
}

function FamilyRow({ family: { name, groups } }: { family: FamilyGaps }) {
  return (
    <>
      <dt className="font-medium sm:pt-0.5">{name}</dt>
      <dd className="grid gap-1.5">
        {groups.map(({ support, platforms, note }) => (
          <div key={`${support} ${platforms.join()}`}>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={TONES[support]}>{SUPPORT_LABELS[support]}</Badge>
              {platforms.join(", ")}
            </span>
            {note === null ? null : <Note text={note} />}
          </div>
        ))}
      </dd>
    </>
  );
}

/** Text with code between backticks. */
function Note({ text }: { text: string }) {
  return (
    <p className="mt-1 max-w-prose text-ink-soft wrap-anywhere">
      {text.split("`").map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )}
    </p>
  );
}

function titleOf(missing: number, partial: number): string {
  if (missing === 0) return `Partly supported in ${clientCount(partial)}`;
  return `Not supported in ${clientCount(missing)}${partial > 0 ? `, partly in ${partial}` : ""}`;
}

function clientCount(count: number): string {
  return count === 1 ? "1 client" : `${count} clients`;
}
