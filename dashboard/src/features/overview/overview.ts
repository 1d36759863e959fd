import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

interface Outcomes {
  /** Emails. */
  accepted: number;
  /** Recipients, as all that follow. */
  delivered: number;
  captured: number;
  /** Attempts put off: a recipient may be put off more than once. */
  deferred: number;
  bounced: number;
  expired: number;
  uncertain: number;
}

export interface Day extends Outcomes {
  /** 2026-11-21 */
  date: string;
}

export interface Queue {
  waiting: number;
  sending: number;
  deferred: number;
  oldest_waiting_seconds: number | null;
}

export interface Overview {
  days: Day[];
  /** `delivery_rate` from 0 to 1; null while nothing has come to an end. */
  totals: Outcomes & { delivery_rate: number | null };
  queue: Queue;
  first_steps: {
    password_changed: boolean;
    key_created: boolean;
    first_email_sent: boolean;
    delivers_for_real: boolean;
    contact_added: boolean;
  };
  /** Of a key that the reader has, `ph_xxxxxxxx`. */
  key_prefix: string | null;
  /** Sender domains that were lost, or soon will be. */
  troubled_domains: { name: string; trouble: "lost" | "token_missing" }[];
}

const pollMs = 5_000;

export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: ({ signal }) => api.get<Overview>("/api/overview?days=14", signal),
  // A failure that is on screen stays until its reader tries again; it must not flicker between two states.
  refetchInterval: ({ state }) => (state.data === undefined ? false : pollMs),
  // Whoever comes back from creating a key or a contact wants to see that step ticked off.
  staleTime: 1_000,
});
