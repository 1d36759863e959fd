import { callApi, type EmailView, type RecipientView } from "../harness/api-client.ts";
import type { Stage } from "./stage.ts";

/**
 * Accepted emails of which the product itself tells something else than one delivery to each recipient, by id. Of a long run it
 * asks for a sample, spread evenly, so that asking does not take longer than the run.
 */
export async function findMisrecorded({ posthouse, key, client }: Stage): Promise<string[]> {
  const accepted = (await client()).filter((record) => record.kind === "accepted");
  const step = Math.max(1, Math.floor(accepted.length / 1_000));
  const wrong: string[] = [];
  for (const { emailId } of accepted.filter((_, n) => n % step === 0)) {
    const { status, body } = await callApi<EmailView>(posthouse.baseUrl, `/api/v1/emails/${emailId}`, {
      key,
    });
    if (status !== 200 || !body.recipients.every(isDeliveredOnce)) wrong.push(emailId);
  }
  return wrong;
}

function isDeliveredOnce({ state, events }: RecipientView): boolean {
  return state === "delivered" && events.filter(({ type }) => type === "delivered").length === 1;
}
