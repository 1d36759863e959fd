import { CodeBlock } from "../../ui/code-block.tsx";

/** The setting that makes mail leave. */
export function RelaySetting() {
  return (
    <div className="grid max-w-2xl gap-2">
      <CodeBlock code={"SMTP_RELAY_URL=smtp://user:pass@smtp.example.com:587"} copyLabel="Copy setting" />
      <p className="text-[13px]">
        Port 587 switches to encryption by itself; <code className="font-mono">smtps://</code> with port 465
        is encrypted from the start. What was captured stays here; only mail that comes after it is delivered.
      </p>
    </div>
  );
}
