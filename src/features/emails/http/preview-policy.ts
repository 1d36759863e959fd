/** The HTML of an email runs no script, loads only images that the reader allowed, and has no origin (K1). */
export function previewPolicy({ images }: { images: boolean }): string {
  const imageSources = images ? "data: https: http:" : "data:";
  return `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src ${imageSources}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;
}
