import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { MomentText } from "../../../ui/time.tsx";
import { Mailbox } from "../email-addresses.tsx";
import { MessageText } from "../message-text.tsx";
import { DraftPreview } from "./draft-preview.tsx";
import { FindingsList } from "./findings-list.tsx";
import { utcText } from "./local-time.ts";
import { PredictedOutcomes } from "./predicted-outcomes.tsx";
import { SizeLine } from "./size-line.tsx";
import type { CheckedDraft } from "./use-check.ts";

type CheckResultProps = {
  result: CheckedDraft;
  onAskSource: () => void;
};

export function CheckResult({ result, onAskSource }: CheckResultProps) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[13px]">
        <dt className="text-ink-faint">From</dt>
        <dd className="break-words">
          <Mailbox text={result.from} />
        </dd>
        <dt className="text-ink-faint">Sends</dt>
        <dd>
          {result.scheduled_at === null ? (
            "Now"
          ) : (
            <>
              <MomentText value={result.scheduled_at} />{" "}
              <span className="text-ink-faint">({utcText(new Date(result.scheduled_at))})</span>
            </>
          )}
        </dd>
      </dl>
      <PredictedOutcomes recipients={result.recipients} />
      <FindingsList findings={result.findings} />
      <SizeLine html={result.html} messageBytes={result.size_bytes} />
      <Views result={result} onAskSource={onAskSource} />
    </>
  );
}

const VIEWS = ["preview", "text", "source"] as const;

function Views({ result, onAskSource }: CheckResultProps) {
  const hasHtml = result.html.trim() !== "";
  const [chosen, setChosen] = useState<(typeof VIEWS)[number]>("preview");
  const text = <MessageText name="text" text={result.text ?? ""} />;
  return (
    <Tabs
      label="Draft views"
      value={chosen}
      onChange={setChosen}
      tabs={[
        {
          value: "preview",
          label: "Preview",
          content: hasHtml ? <DraftPreview html={result.html} /> : text,
        },
        { value: "text", label: "Text", content: text },
        {
          value: "source",
          label: "Source",
          content:
            result.source === undefined ? (
              <div className="py-6 text-center">
                <Button size="sm" onClick={onAskSource}>
                  Show source
                </Button>
              </div>
            ) : (
              <MessageText name="source" text={result.source} />
            ),
        },
      ]}
    />
  );
}
