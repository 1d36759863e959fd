/** More than a second of the busiest log; beyond it, memory would go to lines that nobody may ever read. */
const maxWaitingBytes = 4 * 1024 * 1024;

type Output = Pick<NodeJS.WriteStream, "write" | "writableLength" | "on">;

/**
 * Standard output for a logger that must never wait. A pipe whose reader has stopped takes nothing more: lines then wait in memory,
 * and past a limit they are dropped and counted, for mail matters more than what is said of it. A pipe without a reader drops all.
 */
export function createLogSink(output: Output = process.stdout): { write(line: string): void } {
  let dropped = 0;
  // Without a listener the end of the reader (EPIPE) would be the end of this process.
  output.on("error", () => undefined);
  return {
    write: (line) => {
      if (output.writableLength > maxWaitingBytes) {
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
  const said = {
    level: "warn",
    time: new Date().toISOString(),
    pid: process.pid,
    event: "log.dropped",
    lines,
  };
  return `${JSON.stringify({ ...said, msg: "nobody read the log for a while" })}\n`;
}
