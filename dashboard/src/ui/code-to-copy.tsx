import { CopyButton } from "./copy-button.tsx";

/** A secret, a key or a link with a button that copies it. */
export function CodeToCopy({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-center gap-2 rounded-lg border border-line-strong bg-subtle py-2 pr-2 pl-3.5">
      <code className="min-w-0 flex-1 font-mono text-[13px] break-all">{text}</code>
      <CopyButton text={text} label={label} withLabel />
    </div>
  );
}
