import { withQuery } from "../../api.ts";

export function attachmentPath(id: string, index: number): string {
  return `/api/emails/${encodeURIComponent(id)}/attachments/${index}`;
}

export function sourcePath(id: string): string {
  return `/api/emails/${encodeURIComponent(id)}/source`;
}

export type PreviewTheme = "light" | "dark";

export function previewPath(id: string, { images, theme }: { images: boolean; theme: PreviewTheme }): string {
  return withQuery(`/api/emails/${encodeURIComponent(id)}/preview`, {
    images: images ? 1 : undefined,
    theme,
  });
}
