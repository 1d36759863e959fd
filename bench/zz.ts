import { drainQueue } from "./drain-queue.ts";
import { startSmtpSink } from "./smtp-sink.ts";

const sink = await startSmtpSink();
for (const workers of (process.env.W ?? "1,4").split(",").map(Number)) {
  const d = await drainQueue(sink, { seconds: Number(process.env.S ?? 6), workers });
  console.log(
    process.env.POSTHOUSE_PROGRAM?.split("/").at(-2),
    workers,
    Math.round(d.rate),
    "/s worker",
    Math.round(d.workerMicros),
    "pg",
    Math.round(d.postgresMicros),
  );
}
await sink.stop();
