import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

// Text beyond this makes the page stutter, and nobody has read as far.
const SHOWN_LENGTH = 100_000;

type MessageTextProps = {
  /** For the copy button: "Copy HTML". */
  name: string;
  text: string;
};

/** Text exactly as it is. The rest of a very long one comes on demand. */
export function MessageText({ name, text }: MessageTextProps) {
  const [all, setAll] = useState(false);
  const rest = all ? 0 : Math.max(0, text.length - SHOWN_LENGTH);
  if (text === "") return <p className="py-6 text-center text-ink-soft">This message has no {name}.</p>;
  return (
    <div className="relative rounded-lg border bg-subtle">
      <pre className="py-3.5 pr-12 pl-4 font-mono text-[13px] leading-6 break-words whitespace-pre-wrap">
        {rest > 0 ? text.slice(0, SHOWN_LENGTH) : text}
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
