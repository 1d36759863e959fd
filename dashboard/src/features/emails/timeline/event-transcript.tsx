import { CodeBlock } from "../../../ui/code-block.tsx";
import { Fold } from "../../../ui/fold.tsx";

/** The SMTP session. It contains the server's text, so it is rendered as plain text. */
export function EventTranscript({ transcript }: { transcript: string }) {
  return (
    <Fold title="SMTP transcript" aside="C: Posthouse, S: server" className="mt-1">
      <CodeBlock code={transcript} copyLabel="Copy transcript" className="text-ink" />
    </Fold>
  );
}
