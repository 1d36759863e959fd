import { callApi, type EmailView, type RecipientView } from "../harness/api-client.ts";
import type { Stage } from "./stage.ts";

/**
 * Accepted emails of which the product itself tells something else than one delivery to each recipient: by id, with what it tells.
 * Of a long run it asks for a sample, spread evenly, so that asking does not take longer than the run, and for all that did not arrive.
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
