/** More than the busiest log writes in a second. A larger buffer would only hold lines that may never be read. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

type Output = Pick<NodeJS.WriteStream, "write" | "writableLength" | "on">;

/**
 * Standard output for a logger that must never block. While the reader of the pipe does not read, lines wait in memory;
 * beyond a limit, they are dropped and counted, because delivering mail matters more than logging it. After the reader has
 * exited, all lines are dropped.
 */
export function createLogSink(output: Output = process.stdout): { write(line: string): void } {
  let dropped = 0;
  // Without a listener, EPIPE from an exited reader would end this process.
  output.on("error", () => undefined);
  return {
    write: (line) => {
      if (output.writableLength > MAX_WAITING_BYTES) {
        dropped += 1;
        return;
      }
      if (dropped > 0) output.write(linesDropped(dropped));
      dropped = 0;
      output.write(line);
    },
  };
}

function linesDropped(lines: number): string {
  const fields = {
    level: "warn",
    time: new Date().toISOString(),
    pid: process.pid,
    event: "log.dropped",
    lines,
  };
  return `${JSON.stringify({ ...fields, msg: "log lines were dropped because the log was not read" })}\n`;
}
