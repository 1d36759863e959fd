import { randomUUID } from "node:crypto";
import { type Attack, attacks } from "./attacks.ts";
import { attacksByHttp } from "./attacks-by-http.ts";
import { attacksBySmtp } from "./attacks-by-smtp.ts";
import { type IsolationWorld, measureMail, onIsolationWorld, readAll } from "./isolation-world.ts";

type Measured = { aloneP99Ms: number; besideP99Ms: number; ratio: number };
export type IsolationFigures = Record<string, Measured> & { leaked?: string[] };

/** On a busy machine, a smaller difference is noise. */
const LEAST_P99_MS = 100;
const MOST_RATIO = 2;
const ALONE_SECONDS = 5;
/** Words that occur only in attackers' mail. */
const FOREIGN = /evil|annoying|stalling|attacker\.example|accomplice|ECONNREFUSED|127\.0\.6\./g;

/**
 * Runs each attack next to a tenant that only sends mail, then checks what that tenant can read. `npm test` has no short form of it, because
 * each attack has a test of its own: on mail servers in direct/attacker.db.test.ts, with parsers and the sandbox in e2e/event-loops.test.ts,
 * with bodies in e2e/http-body-shares.test.ts, with SMTP sessions in submission/pressure.test.ts, with archives in aggregate.test.ts.
 * queue.db.test.ts and e2e/idor.test.ts cover what a tenant can read.
 */
export async function proveIsolation(
  played: Attack[] = [...attacks, ...attacksByHttp, ...attacksBySmtp],
): Promise<{ ok: boolean; figures: IsolationFigures }> {
  return await onIsolationWorld(async (world) => {
    const figures: Record<string, Measured> = {};
    let ok = true;
    for (const attack of played) {
      const mostRatio = attack.mostRatio ?? MOST_RATIO;
      const first = await measureBeside(world, attack);
      // Other load seldom affects both measurements; a successful attack does.
      const measured = first.ratio <= mostRatio ? first : await measureBeside(world, attack);
      figures[attack.name] = measured;
      ok &&= measured.ratio <= mostRatio;
      console.error(`${attack.name}: ${JSON.stringify(measured)}`);
    }
    const leaked = [...new Set((await readAll(world, world.victim)).match(FOREIGN))];
    return { ok: ok && leaked.length === 0, figures: Object.assign(figures, { leaked }) as IsolationFigures };
  });
}

async function measureBeside(world: IsolationWorld, attack: Attack): Promise<Measured> {
  const { measure = measureMail } = attack;
  const id = randomUUID().slice(0, 8);
  const aloneP99Ms = p99(await measure(world, `alone${id}-`, ALONE_SECONDS));
  let isOver = false;
  const attacking = attack.play(world, () => isOver);
  const besideP99Ms = p99(
    await measure(world, `beside${id}-`, attack.seconds).finally(() => {
      isOver = true;
    }),
  );
  await attacking;
  const ratio = Math.max(besideP99Ms, LEAST_P99_MS) / Math.max(aloneP99Ms, LEAST_P99_MS);
  return { aloneP99Ms, besideP99Ms, ratio };
}

function p99(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0;
}
