import { expect, test } from "vitest";
import { proveAmbiguousDots } from "../prove/dots-run.ts";
import { onStage } from "../prove/stage.ts";
import { ownDirectory } from "./proof-test.ts";

test("100 dots without a reply: retried once and recorded so, or held and never sent again (`npm run prove -- --only dots` for 1,000) (E13)", async (context) => {
  const directory = await ownDirectory(context);
  const report = await onStage({ directory }, (stage) => proveAmbiguousDots(stage, 100));
  expect(report).toMatchObject({
    ok: true,
    figures: { copies: { retry: { 2: 50 }, hold: { 1: 50 } }, wrong: [] },
  });
});
