import { expect, test } from "vitest";
import { onStage } from "../prove/stage.ts";
import { killAtWrites, type Series } from "../prove/syscall-run.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

test("the worker is killed in two writes and two writevs, the API in one: nothing lost, no unexplained copy (`npm run prove -- --only writes` for all) (F3)", async (context) => {
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
