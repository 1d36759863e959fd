import { GetAccountCommand, type GetAccountCommandOutput } from "@aws-sdk/client-sesv2";
import { openSes, type SesTarget } from "../targets/open-ses.ts";
import type { RelayTest } from "./relay-test.ts";

/** Requests the state of the account, which shows that the key works and that Amazon allows sending. */
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
    return {
      ok: false,
      message: `Amazon has paused sending for this account in ${region}. See the Amazon SES console.`,
    };
  const rate = account.SendQuota?.MaxSendRate;
  const limit = rate === undefined ? "" : ` At most ${rate} recipients per second.`;
  const sandbox =
    account.ProductionAccessEnabled === false
      ? " The account is in the sandbox and can only send to verified addresses."
      : "";
  return { ok: true, message: `Amazon SES in ${region} accepts the key.${limit}${sandbox}` };
}

function explain(error: Error, signal: AbortSignal): Pick<RelayTest, "ok" | "message"> {
  if (signal.aborted) return { ok: false, message: "Amazon SES did not respond in time." };
  // A key may be allowed to send only. This error means that Amazon knows the key.
  if (error.name === "AccessDeniedException")
    return {
      ok: true,
      message:
        "Amazon SES knows the key, but the key may not read the account's state (ses:GetAccount), so nothing else was tested.",
    };
  return { ok: false, message: `Amazon SES rejected the request: ${error.name}: ${error.message}` };
}
