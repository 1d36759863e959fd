import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** Downloads a file. The path may repeat what a user searched for, so no link with it stands in the page. */
export function DownloadButton({ path, children }: { path: string; children: ReactNode }) {
  const download = (): void => {
    const link = document.createElement("a");
    link.href = path;
    link.download = "";
    link.click();
  };
  return <Button onClick={download}>{children}</Button>;
}
