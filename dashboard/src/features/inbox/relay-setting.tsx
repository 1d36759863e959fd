import { CodeBlock } from "../../ui/code-block.tsx";

/** The setting that enables delivery. */
export function RelaySetting() {
  return (
    <div className="grid max-w-2xl gap-2">
      <CodeBlock code={"SMTP_RELAY_URL=smtp://user:pass@smtp.example.com:587"} copyLabel="Copy setting" />
      <p className="text-[13px]">
        Port 587 uses STARTTLS; <code className="font-mono">smtps://</code> with port 465 uses implicit TLS.
        Captured emails stay in the inbox; only new emails are delivered.
      </p>
    </div>
  );
}
