import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { download } from "./download.ts";

/** Downloads a file. The path may contain a search text, so it is not put into the page as a link. */
export function DownloadButton({ path, children }: { path: string; children: ReactNode }) {
  return <Button onClick={() => download(path)}>{children}</Button>;
}
