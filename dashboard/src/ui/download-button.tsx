import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** Downloads a file. The path may contain a search text, so it is not put into the page as a link. */
export function DownloadButton({ path, children }: { path: string; children: ReactNode }) {
  const download = (): void => {
    const link = document.createElement("a");
    link.href = path;
    link.download = "";
    link.click();
  };
  return <Button onClick={download}>{children}</Button>;
}
