import { CodeBlock } from "../../ui/code-block.tsx";
import { Fold } from "../../ui/fold.tsx";

/** The whole conversation with the server: its own words, so text and nothing else. */
export function EventTranscript({ transcript }: { transcript: string }) {
  return (
    <Fold title="What was said" aside="C: us, S: the server" className="mt-1">
      <CodeBlock code={transcript} copyLabel="Copy what was said" className="text-ink" />
    </Fold>
  );
}
