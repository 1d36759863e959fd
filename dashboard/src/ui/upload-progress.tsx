import type { ReactNode } from "react";

type UploadProgressProps = {
  label: string;
  /** 0 to 1. */
  part: number;
  /** The file. */
  name: string;
  children: ReactNode;
};

export function UploadProgress({ label, part, name, children }: UploadProgressProps) {
  const percent = Math.floor(part * 100);
  return (
    <div className="grid gap-2">
      <p className="flex items-baseline justify-between gap-4 text-[13px]">
        <bdi className="truncate font-medium">{name}</bdi>
        <span className="text-ink-soft tabular-nums">{percent}%</span>
      </p>
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
      />
      <p className="text-[13px] text-ink-soft">{children}</p>
    </div>
  );
}
