import { cx } from "./cx.ts";
import { LoaderCircle } from "./icons.gen.ts";

export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cx("size-4 animate-spin", className)} />;
}
