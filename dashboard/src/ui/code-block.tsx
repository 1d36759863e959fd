import { CopyButton } from "./copy-button.tsx";
import { cx } from "./cx.ts";

type CodeBlockProps = {
  code: string;
  /** The copy button's label: "Copy command". */
  copyLabel: string;
  className?: string;
};

/** Code to read and copy. Long lines wrap, because sideways scrolling hides text on a phone. */
export function CodeBlock({ code, copyLabel, className }: CodeBlockProps) {
  return (
    <div className={cx("relative rounded-lg border bg-subtle", className)}>
      <pre className="py-3 pr-12 pl-4 font-mono text-[13px] leading-6 wrap-anywhere whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={copyLabel} className="absolute top-2 right-2 bg-subtle" />
    </div>
  );
}
