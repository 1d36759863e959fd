import { GetAccountCommand, type GetAccountCommandOutput } from "@aws-sdk/client-sesv2";
import { openSes, type SesTarget } from "../targets/open-ses.ts";
import type { RelayTest } from "./relay-test.ts";

/** Asks for the state of the account: the key works, and Amazon lets it send. */
export async function testSes(target: SesTarget, signal: AbortSignal): Promise<RelayTest> {
  const client = await openSes(target);
  try {
    const account = await client.send(new GetAccountCommand({}), { abortSignal: signal });
    return { step: null, transcript: null, ...judge(account, target) };
  } catch (error) {
    return { step: "auth", transcript: null, ...explain(error as Error, signal) };
  } finally {
    client.destroy();
  }
}

function judge(account: GetAccountCommandOutput, { region }: SesTarget): Pick<RelayTest, "ok" | "message"> {
  if (account.SendingEnabled === false)
    return { ok: false, message: `Amazon has paused sending of this account in ${region}: see its console.` };
  const rate = account.SendQuota?.MaxSendRate;
  const most = rate === undefined ? "" : ` At most ${rate} recipients a second.`;
  const sandbox =
    account.ProductionAccessEnabled === false
      ? " The account is in the sandbox: it reaches verified addresses only."
      : "";
  return { ok: true, message: `Amazon SES in ${region} takes the key.${most}${sandbox}` };
}

function explain(error: Error, signal: AbortSignal): Pick<RelayTest, "ok" | "message"> {
  if (signal.aborted) return { ok: false, message: "Amazon SES did not answer in time." };
  // A key that may send and nothing else is a good key: who is told so has been recognised.
  if (error.name === "AccessDeniedException")
    return {
      ok: true,
      message:
        "Amazon SES knows the key, which may not ask for the account's state (ses:GetAccount), so more is not known.",
    };
  return { ok: false, message: `Amazon SES refused: ${error.name}: ${error.message}` };
}
