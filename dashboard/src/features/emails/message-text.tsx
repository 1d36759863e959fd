import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { HighlightedHtml } from "./highlight/highlighted-html.tsx";

// Longer text makes the page stutter.
const SHOWN_LENGTH = 100_000;

type MessageTextProps = {
  /** For the copy button: "Copy HTML". */
  name: string;
  text: string;
  /** The text is HTML: with colors and line numbers, unless it is long. */
  isHtml?: boolean;
};

/** Text as is. Long text is cut, with a button to show the rest. */
export function MessageText({ name, text, isHtml = false }: MessageTextProps) {
  const [all, setAll] = useState(false);
  const rest = all ? 0 : Math.max(0, text.length - SHOWN_LENGTH);
  const shown = rest > 0 ? text.slice(0, SHOWN_LENGTH) : text;
  if (text === "") return <p className="py-6 text-center text-ink-soft">This message has no {name}.</p>;
  return (
    <div className="relative rounded-lg border bg-subtle">
      <pre className="py-3.5 pr-12 pl-4 font-mono text-[13px] leading-6 break-words whitespace-pre-wrap">
        {isHtml && shown.length <= SHOWN_LENGTH ? <HighlightedHtml html={shown} numbered /> : shown}
      </pre>
      <CopyButton text={text} label={`Copy ${name}`} className="absolute top-2 right-2 bg-subtle" />
      {rest > 0 ? (
        <div className="border-t p-3 text-center">
          <Button size="sm" onClick={() => setAll(true)}>
            Show the other {rest.toLocaleString("en")} characters
          </Button>
        </div>
      ) : null}
    </div>
  );
}
