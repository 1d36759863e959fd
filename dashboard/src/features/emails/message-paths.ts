export function attachmentPath(id: string, index: number): string {
  return `/api/emails/${encodeURIComponent(id)}/attachments/${index}`;
}

export function sourcePath(id: string): string {
  return `/api/emails/${encodeURIComponent(id)}/source`;
}

export function previewPath(id: string, images: boolean): string {
  return `/api/emails/${encodeURIComponent(id)}/preview${images ? "?images=1" : ""}`;
}
