import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Streams a CSV file. Waits for its first part, because until then an error can still change the status. */
export async function sendCsv(
  reply: Pick<FastifyReply, "header">,
  { name, parts }: { name: string; parts: AsyncGenerator<string> },
): Promise<Readable> {
  const { value: first = "" } = await parts.next();
  reply.header("content-disposition", `attachment; filename="${name}"`);
  reply.header("content-type", "text/csv; charset=utf-8");
  return Readable.from(
    (async function* () {
      yield first;
      yield* parts;
    })(),
  );
}
