import { expect, test } from "vitest";
import { onStage } from "../prove/stage.ts";
import { killAtWrites, type Series } from "../prove/syscall-run.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

test("F3 the worker dies in two of its writes and two of its writevs, the API in one: nothing lost, no copy without an excuse (`npm run prove -- --only writes` for each until none comes)", async (context) => {
  const directory = await ownDirectory(context);
  const asked: Series[] = [
    { target: "worker", call: "write", at: [2, 4] },
    { target: "worker", call: "writev", at: [3, 9] },
    { target: "api", call: "writev", at: [4] },
  ];
  const { verdict, killed } = await onStage({ directory }, (stage) => killAtWrites(stage, asked));
  expect(verdict).toMatchObject(faultless);
  expect(killed).toEqual(asked);
});
