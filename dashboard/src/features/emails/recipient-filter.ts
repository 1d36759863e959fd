import type { EmailRecipient, RecipientStatus } from "../../api-types.ts";

export type RecipientFilter = {
  state: RecipientStatus | null;
  /** Part of the address. */
  text: string;
};

/** The state as lists count it: an email that bounced after its delivery is shown as bounced. */
export function shownState({ state, bounced_late }: EmailRecipient): RecipientStatus {
  return bounced_late ? "bounced" : state;
}

export function filterRecipients(
  recipients: EmailRecipient[],
  { state, text }: RecipientFilter,
): EmailRecipient[] {
  const part = text.toLowerCase();
  return recipients.filter(
    (recipient) =>
      (state === null || shownState(recipient) === state) && recipient.address.toLowerCase().includes(part),
  );
}

/** States with their counts, most frequent first. */
export function countStates(recipients: EmailRecipient[]): { state: RecipientStatus; count: number }[] {
  const counts = new Map<RecipientStatus, number>();
  for (const state of recipients.map(shownState)) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => ({ state, count })).sort((a, b) => b.count - a.count);
}
