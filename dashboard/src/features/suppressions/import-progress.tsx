type ImportProgressProps = {
  /** 0 to 1. */
  part: number;
  name: string;
};

export function ImportProgress({ part, name }: ImportProgressProps) {
  const percent = Math.floor(part * 100);
  return (
    <div className="grid gap-2">
      <p className="flex items-baseline justify-between gap-4 text-[13px]">
        <bdi className="truncate font-medium">{name}</bdi>
        <span className="text-ink-soft tabular-nums">{percent}%</span>
      </p>
      <progress
        aria-label="Import"
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
      />
      <p className="text-[13px] text-ink-soft">
        Addresses are suppressed as the file is read. If you stop, rows read so far stay imported.
      </p>
    </div>
  );
}
