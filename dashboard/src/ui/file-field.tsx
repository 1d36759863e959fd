import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button, buttonStyles } from "./button.tsx";
import { cx } from "./cx.ts";
import { formatBytes } from "./format-bytes.ts";
import { Paperclip, X } from "./icons.gen.ts";

type FileFieldProps = {
  label: string;
  files: File[];
  onChange: (files: File[]) => void;
  /** Below the list: used and allowed size. */
  hint?: ReactNode;
  error?: string | undefined;
};

/** Files from a picker or by drag and drop. Uses a real input, for keyboards and screen readers. */
export function FileField({ label, files, onChange, hint, error }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const add = (more: Iterable<File>): void => onChange([...files, ...more]);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        "grid gap-2 rounded-lg border border-dashed border-line-control px-3 py-3 transition-colors",
        over && "border-accent-ink bg-accent-soft",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-ink-faint">
        <label
          htmlFor={id}
          className={cx(
            buttonStyles({ size: "sm" }),
            "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink",
          )}
        >
          <Paperclip aria-hidden="true" />
          {label}
          <input
            ref={input}
            id={id}
            type="file"
            multiple
            className="sr-only"
            aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
            aria-invalid={error ? true : undefined}
            onChange={(event) => {
              add(event.target.files ?? []);
              // Lets the user choose the same file again after removing it.
              event.target.value = "";
            }}
          />
        </label>
        <span className="max-sm:hidden">or drop files here</span>
        <span id={`${id}-hint`} className="sm:ml-auto">
          {hint}
        </span>
      </div>
      {error ? (
        <p id={`${id}-error`} className="text-[13px] text-bad">
          {error}
        </p>
      ) : null}
      {files.length === 0 ? null : (
        <FileList
          files={files}
          onRemove={(index) => {
            onChange(files.filter((_, position) => position !== index));
            // The focused button was removed.
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function FileList({ files, onRemove }: { files: File[]; onRemove: (index: number) => void }) {
  return (
    <ul className="grid gap-1">
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files can have the same name, so the index is the key
        <li key={index} className="flex items-center gap-2 rounded-lg bg-subtle py-1 pr-1 pl-3">
          <bdi className="min-w-0 flex-1 truncate text-[13px]" title={file.name}>
            {file.name}
          </bdi>
          <span className="text-xs whitespace-nowrap text-ink-faint tabular-nums">
            {formatBytes(file.size)}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(index)}
          >
            <X aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
