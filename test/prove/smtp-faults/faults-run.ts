import { type Cell, cells } from "./golden-outcomes.ts";
import { type Client, errorInOutcome, playCell } from "./play-cell.ts";

export type FaultFigures = { cells: number; wrong: string[] };

const AT_ONCE = 6;

/** Runs every cell of the golden table N times, with a connection and with a pool (E1-E12). */
export async function proveSmtpFaults(times: number): Promise<{ ok: boolean; figures: FaultFigures }> {
  const queue = Array.from({ length: times }, () => cells).flatMap((all) =>
    all.flatMap((cell): [Cell, Client][] => [
      [cell, "connection"],
      [cell, "pool"],
    ]),
  );
  const figures: FaultFigures = { cells: queue.length, wrong: [] };
  const playOn = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [cell, client] = next;
      const fault = errorInOutcome(cell, await playCell(cell, client));
      if (fault) figures.wrong.push(`${client}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playOn));
  return { ok: figures.wrong.length === 0, figures };
}
