import { Button } from "./button.tsx";
import { CloudOff, RotateCw } from "./icons.gen.ts";

type ErrorStateProps = {
  title: string;
  message: string;
  /** For support. */
  requestId?: string | null;
  onRetry?: () => void;
};

export function ErrorState({ title, message, requestId, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-16 text-center">
      <span className="grid size-11 place-items-center rounded-xl bg-bad-soft text-bad">
        <CloudOff aria-hidden="true" className="size-5" />
      </span>
      <p className="mt-4 text-[15px] font-semibold">{title}</p>
      <p className="mt-1.5 max-w-md text-ink-soft">{message}</p>
      {requestId ? (
        <p className="mt-2 font-mono text-xs break-all text-ink-faint">Request {requestId}</p>
      ) : null}
      {onRetry ? (
        <Button className="mt-5" onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          Try again
        </Button>
      ) : null}
    </div>
  );
}
