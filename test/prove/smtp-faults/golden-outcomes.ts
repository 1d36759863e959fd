import type { Step } from "../../harness/smtp-server.ts";

/** The recipient's outcome by phase and fault (E1-E12). `quit` follows an accepted message. */
const TABLE = `
phase    | 4xx        | 421+close  | 5xx        | timeout    | rst        | fin        | garbage
connect  | -          | -          | -          | deferred   | deferred   | -          | -
greeting | deferred   | deferred   | deferred   | deferred   | deferred   | deferred   | deferred
ehlo     | deferred   | deferred   | deferred   | deferred   | deferred   | deferred   | deferred
starttls | deferred   | deferred   | deferred   | deferred   | deferred   | deferred   | deferred
tls      | deferred   | deferred   | deferred   | deferred   | deferred   | deferred   | deferred
ehlo2    | deferred   | deferred   | deferred   | deferred   | deferred   | deferred   | deferred
auth     | deferred   | deferred   | deferred   | deferred   | deferred   | deferred   | deferred
mail     | deferred   | deferred   | bounced    | deferred   | deferred   | deferred   | deferred
rcpt     | deferred   | deferred   | bounced    | deferred   | deferred   | deferred   | deferred
data     | deferred   | deferred   | bounced    | deferred   | deferred   | deferred   | deferred
body     | deferred   | deferred   | bounced    | deferred   | deferred   | deferred   | deferred
dot      | deferred   | deferred   | bounced    | uncertain  | uncertain  | uncertain  | uncertain
quit     | delivered  | delivered  | delivered  | delivered  | delivered  | delivered  | delivered
`;

/** For the TCP connection itself, `rst` is a closed port, and `timeout` an unreachable server. */
export const steps = new Map<string, Step>([
  ["4xx", "451 4.3.0 Try again later"],
  ["421+close", "421 4.3.2 Shutting down"],
  ["5xx", "554 5.7.1 No"],
  ["timeout", "hang"],
  ["rst", "rst"],
  ["fin", "fin"],
  ["garbage", { raw: `${"\x00\x01".repeat(40_000)}\r\n` }],
]);

/** One cell of the table: `kind` is the outcome's. */
export type Cell = { phase: string; fault: string; kind: string };

export const cells: Cell[] = readTable();

function readTable(): Cell[] {
  const [[, ...faults] = [], ...rows] = TABLE.trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));
  return rows
    .flatMap(([phase = "", ...kinds]) =>
      kinds.map((kind, index) => ({ phase, fault: faults[index] ?? "", kind })),
    )
    .filter(({ kind }) => kind !== "-");
}
