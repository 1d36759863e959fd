import { expect, test } from "vitest";
import { onStage } from "../prove/stage.ts";
import { killAtWrites } from "../prove/syscall-run.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

test("F3 it dies in a write to the database, the journal, a server, the client: nothing lost, no copy without an excuse (`npm run prove -- --only writes` for every write)", async (context) => {
  const directory = await ownDirectory(context);
  const asked = { worker: [2, 5, 9], api: [2] };
  const { verdict, killedAt } = await onStage({ directory }, (stage) => killAtWrites(stage, asked));
  expect(verdict).toMatchObject(faultless);
  expect(killedAt).toEqual(asked);
});
