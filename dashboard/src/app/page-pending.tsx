import { Spinner } from "../ui/spinner.tsx";

/** Shown when a page takes noticeably long to load. */
export function PagePending() {
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center text-ink-faint">
      <Spinner className="size-5" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
