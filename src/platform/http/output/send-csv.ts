import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";

/** The schema of a response that is a CSV file. */
export const csvFile = Type.Unsafe<Readable>({ type: "string" });

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
