import { callApi, type EmailView, type RecipientView } from "../harness/api-client.ts";
import type { Stage } from "./stage.ts";

/**
 * Accepted emails for which the product does not record exactly one delivery to each recipient: by id, with the recorded events.
 * Checks all emails that did not arrive. In a long run it checks an even sample of the rest, to take less time than the run.
 */
export async function findMisrecorded({ posthouse, key, client, sinkRecords }: Stage): Promise<string[]> {
  const accepted = (await client()).filter((record) => record.kind === "accepted");
  const step = Math.max(1, Math.floor(accepted.length / 1_000));
  const arrived = new Set((await sinkRecords()).map((record) => record.kind === "copy" && record.id));
  const wrong: string[] = [];
  for (const { emailId } of accepted.filter(({ id }, n) => n % step === 0 || !arrived.has(id))) {
    const { status, body } = await callApi<EmailView>(posthouse.baseUrl, `/api/v1/emails/${emailId}`, {
      key,
    });
    if (status !== 200) wrong.push(`${emailId}: ${status}`);
    else if (!body.recipients.every(isDeliveredOnce))
      wrong.push(`${emailId}: ${body.recipients.map(lastWordOn).join(", ")}`);
  }
  return wrong;
}

function isDeliveredOnce({ state, events }: RecipientView): boolean {
  return state === "delivered" && events.filter(({ type }) => type === "delivered").length === 1;
}

function lastWordOn({ state, events }: RecipientView): string {
  return `${state} after ${events.map(({ type, detail: { reason } }) => [type, reason].filter(Boolean).join(" ")).join("; ")}`;
}
