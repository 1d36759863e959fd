import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ListContactsResponse, ListDomainsResponse, ListEmailsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";

/** Results of each kind. More would push the next kind off the screen. */
const LIMIT = 5;
export const MIN_LENGTH = 2;

export type Found = {
  emails: ListEmailsResponse["emails"];
  contacts: ListContactsResponse["contacts"];
  domains: ListDomainsResponse["domains"];
};

/** Emails, contacts and domains that match the text. Emails are found by their subject and by any part of a recipient's address. */
export function useFound(text: string) {
  const search = text.trim();
  return useQuery({
    queryKey: ["palette", search],
    enabled: search.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Found> => {
      const get = async <T>(path: string, query: object): Promise<T> =>
        await api.get<T>(withQuery(path, { limit: LIMIT, ...query }), signal);
      const [bySubject, byRecipient, { contacts }, { domains }] = await Promise.all([
        get<ListEmailsResponse>("/api/emails", { search }),
        get<ListEmailsResponse>("/api/emails", { to: search }),
        get<ListContactsResponse>("/api/contacts", { search }),
        get<ListDomainsResponse>("/api/domains", { search }),
      ]);
      return { emails: newestOf([...bySubject.emails, ...byRecipient.emails]), contacts, domains };
    },
  });
}

/** Each email once, newest first. */
function newestOf(emails: Found["emails"]): Found["emails"] {
  const unique = [...new Map(emails.map((email) => [email.id, email])).values()];
  return unique.toSorted((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, LIMIT);
}
