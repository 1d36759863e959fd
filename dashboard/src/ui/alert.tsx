import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { CircleAlert, Info, TriangleAlert } from "./icons.gen.ts";

const LOOKS = {
  info: { icon: Info, box: "bg-info-soft", ink: "text-info" },
  warn: { icon: TriangleAlert, box: "bg-warn-soft", ink: "text-warn" },
  bad: { icon: CircleAlert, box: "bg-bad-soft", ink: "text-bad" },
};

/** A note inside the page. Screen readers announce a `bad` one at once. */
export function Alert({ tone = "info", children }: { tone?: keyof typeof LOOKS; children: ReactNode }) {
  const { icon: Icon, box, ink } = LOOKS[tone];
  return (
    <div
      role={tone === "bad" ? "alert" : undefined}
      className={cx("flex gap-2.5 rounded-lg px-3.5 py-3 text-[13px] leading-5", box)}
    >
      <Icon aria-hidden="true" className={cx("mt-0.5 size-4 shrink-0", ink)} />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  );
}
