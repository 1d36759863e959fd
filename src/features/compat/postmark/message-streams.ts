import type { FieldError } from "../../../platform/errors/index.ts";

/** The ids of Postmark's default streams, with our streams. Email without an id is `outbound`. */
export const MESSAGE_STREAMS: ReadonlyMap<string, "transactional" | "bulk"> = new Map([
  ["outbound", "transactional"],
  ["broadcast", "bulk"],
]);

/** The path of this error, by which present-error.ts recognizes it. */
export const STREAM_FIELD = "MessageStream";

/** Mail of an unknown stream could be bulk mail, which must respect unsubscribes. */
export function reasonToRefuseStream(id: string | null | undefined): FieldError | null {
  if (!id || MESSAGE_STREAMS.has(id)) return null;
  const message = `${id} does not exist. Posthouse has two message streams: outbound (transactional mail) and broadcast (bulk mail)`;
  return { path: STREAM_FIELD, message };
}
