import { describe, test } from "vitest";
import { killAtEachPhase } from "../prove/phase-run.ts";
import { onStage, type Stage } from "../prove/stage.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

/** These mostly wait for a worker to be started again, which is late after many deaths; so they wait together. */
describe.concurrent("what a worker that died leaves behind is taken over", () => {
  test("F2 it dies at each phase of a conversation: a second copy only after the dot", async (context) => {
    const directory = await ownDirectory(context);
    const play = (stage: Stage) => killAtEachPhase(stage, "retry");
    const { verdict, copies } = await onStage({ directory }, play);
    context.expect(verdict).toMatchObject(faultless);
    const { answered, ...others } = copies;
    context.expect(others).toEqual({ dot: 2, body: 1, data: 1, rcpt: 1, mail: 1, ehlo: 1, connect: 1 });
    // The reply was under way: the worker may or may not have settled it before it died.
    context.expect([1, 2]).toContain(answered);
  });

  test("F2 the same around the dot where the uncertain is held: one copy of each, neither none nor two (`npm run prove -- --only held` for all phases)", async (context) => {
    const directory = await ownDirectory(context);
    const play = (stage: Stage) => killAtEachPhase(stage, "hold", ["body", "dot", "answered"]);
    const { verdict, copies } = await onStage({ directory }, play);
    context.expect(verdict).toMatchObject(faultless);
    context.expect(copies).toEqual({ body: 1, dot: 1, answered: 1 });
  });
});
