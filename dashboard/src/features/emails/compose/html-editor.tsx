import type { ComponentProps } from "react";
import { cx } from "../../../ui/cx.ts";
import { HighlightedHtml } from "../highlight/highlighted-html.tsx";

/** Longer text has one color and scrolls in the text area: every line is an element of the page. */
const MAX_HIGHLIGHTED = 100_000;

/** The same for both layers, so that each character is in the same place. */
const TEXT_STYLES =
  "col-start-1 row-start-1 min-w-0 px-3 py-2 font-mono text-base leading-6 whitespace-pre-wrap wrap-anywhere sm:text-[13px]";

type HtmlEditorProps = Omit<ComponentProps<"textarea">, "value" | "className"> & { value: string };

/**
 * A text area whose text is drawn highlighted behind it, so that editing, undo and the Tab key work as in any field. Editor
 * libraries insert `<style>` elements, which our content security policy blocks.
 */
export function HtmlEditor({ value, ...rest }: HtmlEditorProps) {
  const isHighlighted = value.length <= MAX_HIGHLIGHTED;
  return (
    <div className="h-[22rem] min-h-32 resize-y overflow-y-auto rounded-lg border border-line-control bg-surface shadow-control transition-colors focus-within:border-accent-ink focus-within:outline-1 focus-within:outline-accent-ink has-aria-invalid:border-bad has-aria-invalid:outline-bad">
      <div className="grid min-h-full">
        <pre aria-hidden="true" className={cx(TEXT_STYLES, "text-ink")}>
          {isHighlighted ? <HighlightedHtml html={value} /> : null}
        </pre>
        <textarea
          {...rest}
          value={value}
          rows={1}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className={cx(
            TEXT_STYLES,
            "w-full resize-none bg-transparent text-ink outline-none placeholder:text-ink-faint placeholder:[-webkit-text-fill-color:currentColor]",
            isHighlighted ? "overflow-hidden [-webkit-text-fill-color:transparent]" : "overflow-y-auto",
          )}
        />
      </div>
    </div>
  );
}
