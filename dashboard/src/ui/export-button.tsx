import { Button } from "./button.tsx";
import { download } from "./download.ts";
import { Download } from "./icons.gen.ts";

/** Downloads a list as CSV. The path may contain a search text, so it is not put into the page as a link. */
export function ExportButton({ path }: { path: string }) {
  return (
    <Button onClick={() => download(path)}>
      <Download aria-hidden="true" />
      Export
    </Button>
  );
}
