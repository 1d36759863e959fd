type RemovalProgressProps = {
  done: number;
  total: number;
};

export function RemovalProgress({ done, total }: RemovalProgressProps) {
  return (
    <div className="grid gap-2">
      <p role="status" className="text-[13px] font-medium tabular-nums">
        {done.toLocaleString("en")} of {total.toLocaleString("en")} removed
      </p>
      <progress
        aria-label="Removal"
        max={total}
        value={done}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
      />
      <p className="text-[13px] text-ink-soft">The removal continues if you close this dialog.</p>
    </div>
  );
}
