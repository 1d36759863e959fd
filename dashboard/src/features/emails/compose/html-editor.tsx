import { type ComponentProps, memo, useRef } from "react";
import { cx } from "../../../ui/cx.ts";
import type { Scope } from "./highlight-line.ts";
import { type HighlightedLine, LineHighlighter } from "./line-highlighter.ts";

/** Above this, the text has one color: every line is an element of the page. */
const MAX_HIGHLIGHTED = 200_000;

const COLORS: Record<Scope, string> = {
  comment: "text-ink-faint",
  name: "text-accent-ink",
  attribute: "text-violet",
  string: "text-good",
  entity: "text-warn",
  keyword: "text-violet",
  number: "text-warn",
  property: "text-accent-ink",
};

/** The same for both layers, so that each character is in the same place. */
const TEXT_STYLES =
  "col-start-1 row-start-1 min-w-0 px-3 py-2 font-mono text-base leading-6 whitespace-pre-wrap wrap-anywhere sm:text-[13px]";

type HtmlEditorProps = Omit<ComponentProps<"textarea">, "value" | "className"> & { value: string };

/**
 * A text area whose text is drawn highlighted behind it. So the browser's editing, undo, spelling and Tab key work as in any field. Editor
 * libraries insert `<style>` elements, which our content security policy blocks.
 */
export function HtmlEditor({ value, ...rest }: HtmlEditorProps) {
  const highlighter = useRef<LineHighlighter>(null);
  highlighter.current ??= new LineHighlighter();
  const isHighlighted = value.length <= MAX_HIGHLIGHTED;
  const lines = isHighlighted ? highlighter.current.highlight(value) : [];
  return (
    <div className="h-[22rem] min-h-32 resize-y overflow-y-auto rounded-lg border border-line-control bg-surface shadow-control transition-colors focus-within:border-accent-ink focus-within:outline-1 focus-within:outline-accent-ink has-aria-invalid:border-bad has-aria-invalid:outline-bad">
      <div className="grid min-h-full">
        <pre aria-hidden="true" className={cx(TEXT_STYLES, "text-ink")}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
            <Line key={index} line={line} />
          ))}
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
            "w-full resize-none overflow-hidden bg-transparent text-ink outline-none placeholder:text-ink-faint placeholder:[-webkit-text-fill-color:currentColor]",
            isHighlighted && "[-webkit-text-fill-color:transparent]",
          )}
        />
      </div>
    </div>
  );
}

const Line = memo(function Line({ line }: { line: HighlightedLine }) {
  return (
    <>
      {line.tokens.map(({ text, scope }, index) =>
        scope === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a line never move
          <span key={index} className={COLORS[scope]}>
            {text}
          </span>
        ),
      )}
      {"\n"}
    </>
  );
});
