import type { DraftFinding } from "../../../api-types.ts";
import { cx } from "../../../ui/cx.ts";
import { CircleAlert, CircleCheck, Lightbulb, TriangleAlert } from "../../../ui/icons.gen.ts";
import { SEVERITIES } from "./compose-api.ts";

const LOOKS = {
  error: { icon: CircleAlert, ink: "text-bad", label: "Error" },
  warning: { icon: TriangleAlert, ink: "text-warn", label: "Warning" },
  hint: { icon: Lightbulb, ink: "text-info", label: "Hint" },
};

/** Issues in the content, worst first. */
export function FindingsList({ findings }: { findings: DraftFinding[] }) {
  if (findings.length === 0) {
    return (
      <p className="flex items-center gap-2 text-[13px] text-ink-soft">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
        No issues found.
      </p>
    );
  }
  return (
    <section aria-label="Issues" className="grid gap-2">
      <h3 className="text-[13px] font-medium">
        {findings.length === 1 ? "1 issue" : `${findings.length} issues`}
      </h3>
      <ul className="grid gap-2">
        {SEVERITIES.flatMap((severity) =>
          findings.filter((finding) => finding.severity === severity).map(toItem),
        )}
      </ul>
    </section>
  );
}

function toItem({ code, severity, message, at }: DraftFinding, index: number) {
  const { icon: Icon, ink, label } = LOOKS[severity];
  return (
    <li key={`${severity} ${code} ${index}`} className="flex gap-2 text-[13px] leading-5">
      <Icon aria-label={label} className={cx("mt-0.5 size-4 shrink-0", ink)} />
      <span className="min-w-0 break-words">
        {readable(message)}
        {at === undefined || at === "" ? null : (
          <bdi className="block font-mono text-xs break-all text-ink-faint">{at}</bdi>
        )}
      </span>
    </li>
  );
}

/** Replaces the backticks around code, which are meant for API clients. */
function readable(message: string): string {
  return message.replace(/`([^`]*)`/g, "“$1”");
}
