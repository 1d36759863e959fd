import type { Level } from "../../api-types.ts";
import { cx } from "../../ui/cx.ts";
import { CircleCheck, CircleQuestionMark, CircleX, TriangleAlert } from "../../ui/icons.gen.ts";

const LOOKS = {
  ok: { icon: CircleCheck, ink: "text-good", label: "OK" },
  warning: { icon: TriangleAlert, ink: "text-warn", label: "Warning" },
  failed: { icon: CircleX, ink: "text-bad", label: "Failed" },
  unknown: { icon: CircleQuestionMark, ink: "text-ink-faint", label: "Unknown" },
};

export function LevelIcon({ level, className }: { level: Level; className?: string }) {
  const { icon: Icon, ink, label } = LOOKS[level];
  return <Icon role="img" aria-label={label} className={cx("size-4 shrink-0", ink, className)} />;
}
