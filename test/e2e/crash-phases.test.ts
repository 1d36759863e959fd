import { describe, test } from "vitest";
import { killAtEachPhase } from "../prove/phase-run.ts";
import { onStage, type Stage } from "../prove/stage.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

/** These mostly wait for a worker to be started again, which is late after many deaths; so they wait together. */
describe.concurrent("recipients of a killed worker are taken over", () => {
  test("killed at each phase of a conversation: a second copy only after the dot (F2)", async (context) => {
    const directory = await ownDirectory(context);
    const play = (stage: Stage) => killAtEachPhase(stage, "retry");
    const { verdict, copies } = await onStage({ directory }, play);
    context.expect(verdict).toMatchObject(faultless);
    const { answered, ...others } = copies;
    context.expect(others).toEqual({ dot: 2, body: 1, data: 1, rcpt: 1, mail: 1, ehlo: 1, connect: 1 });
    // The reply was sent; the worker may or may not have settled it before the kill.
    context.expect([1, 2]).toContain(answered);
  });

  test("the same around the dot with uncertain recipients held: exactly one copy of each (`npm run prove -- --only held` for all phases) (F2)", async (context) => {
    const directory = await ownDirectory(context);
    const play = (stage: Stage) => killAtEachPhase(stage, "hold", ["body", "dot", "answered"]);
    const { verdict, copies } = await onStage({ directory }, play);
    context.expect(verdict).toMatchObject(faultless);
    context.expect(copies).toEqual({ body: 1, dot: 1, answered: 1 });
  });
});
