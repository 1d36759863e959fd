import type { AppError } from "../../errors/index.ts";

/** The shape of every error under /api. */
export function errorBodyOf(
  error: AppError,
  { requestId, docsUrl }: { requestId: string; docsUrl: string },
): string {
  return JSON.stringify({
    success: false,
    error: {
      code: error.code,
      message: error.message,
      ...(error.fields ? { fields: error.fields } : {}),
      request_id: requestId,
      docs_url: docsUrl,
    },
  });
}
