/**
 * A process that runs a follower and is disturbed at its nth statement, as its arguments say:
 * `kill`: it dies; `stop`: it is frozen until the parent continues it; `cut`: its connection breaks, at every nth statement; `none`.
 * The statement is sent before the fault if the fourth argument is `sent`. The fifth argument names the follower.
 */
import { flushCompileCache } from "node:module";
import pg from "pg";
import { rollupsFollower } from "../../../src/features/analytics/index.ts";
import { FollowerRunner } from "../../../src/features/followers/index.ts";
import { openDatabase } from "../../../src/platform/db/index.ts";
import { createLogger } from "../../../src/platform/telemetry/index.ts";
import { countingFollower } from "./counting-follower.ts";

const [url = "", fault = "none", at = "0", when = "before", name = countingFollower.name] =
  process.argv.slice(2);
const statement = Number(at);
let count = 0;

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
const query = pg.Client.prototype.query as unknown as Query;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  count += 1;
  const isDue = fault === "cut" ? count % statement === 0 : count === statement;
  if (!isDue || fault === "none") return query.apply(this, args);
  if (when === "before") {
    disturb(this);
    return query.apply(this, args);
  }
  const sent = query.apply(this, args);
  // The statement has left with this turn of the event loop; its reply may or may not have come.
  setImmediate(() => setImmediate(() => disturb(this)));
  return sent;
} as unknown as typeof pg.Client.prototype.query;

function disturb(client: pg.Client): void {
  if (fault === "cut") {
    process.stdout.write("cut\n");
    (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
    return;
  }
  process.kill(process.pid, fault === "kill" ? "SIGKILL" : "SIGSTOP");
}

const database = openDatabase(url, { max: 2 });
const runner = new FollowerRunner({
  database,
  log: createLogger("silent", "proof"),
  followers: [countingFollower, rollupsFollower].filter((follower) => follower.name === name),
  takeEveryMs: 50,
  // The default would be most of the time between two kills.
  pauseMs: 50,
});
flushCompileCache();
runner.start();
process.once("SIGTERM", async () => {
  await runner.stop();
  await database.close();
});
