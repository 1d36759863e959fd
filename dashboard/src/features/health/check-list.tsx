import type { Finding, HealthCheck, Level } from "../../api-types.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { levelOf } from "./health.ts";
import { LevelIcon } from "./level-icon.tsx";
import { OutboundCheck } from "./outbound-check.tsx";

const ORDER: Level[] = ["failed", "warning", "unknown", "ok"];

/** Failed checks first, with what to do. */
export function CheckList({ checks }: { checks: HealthCheck[] }) {
  const sorted = checks.toSorted(
    (a, b) => ORDER.indexOf(levelOf(a.findings)) - ORDER.indexOf(levelOf(b.findings)),
  );
  return (
    <Card aria-label="Checks">
      <CardHeader
        title="Checks"
        description="The same checks as posthouse doctor."
        actions={<OutboundCheck />}
      />
      <ul className="divide-y px-5 pt-2 pb-2">
        {sorted.map(({ id, title, findings }) => (
          <li key={id} data-row="" className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <h3 className="font-medium">{title}</h3>
            <ul className="grid gap-2">
              {findings.map((finding) => (
                <FindingItem key={finding.words} finding={finding} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FindingItem({ finding: { level, words, next } }: { finding: Finding }) {
  return (
    <li className="flex gap-2.5">
      <LevelIcon level={level} className="mt-0.5" />
      <div className="min-w-0 wrap-anywhere">
        <bdi>{words}</bdi>
        {next ? <p className="text-[13px] text-ink-soft">{next}</p> : null}
      </div>
    </li>
  );
}
