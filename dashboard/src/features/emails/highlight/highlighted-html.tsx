import { memo, useRef } from "react";
import type { Scope } from "./highlight-line.ts";
import { type HighlightedLine, LineHighlighter } from "./line-highlighter.ts";

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

/** The numbers are neither copied nor read out. */
const NUMBERED =
  "relative block pl-10 [counter-increment:line] before:absolute before:left-0 before:w-7 before:text-right before:text-ink-faint before:select-none before:content-[counter(line)_/_'']";

/** The lines of HTML with colors, for a `<pre>`. */
export function HighlightedHtml({ html, numbered = false }: { html: string; numbered?: boolean }) {
  const highlighter = useRef<LineHighlighter>(null);
  highlighter.current ??= new LineHighlighter();
  return highlighter.current.highlight(html).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
    <Line key={index} line={line} className={numbered ? NUMBERED : undefined} />
  ));
}

const Line = memo(function Line({
  line,
  className,
}: {
  line: HighlightedLine;
  className: string | undefined;
}) {
  return (
    <span className={className}>
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
    </span>
  );
});
