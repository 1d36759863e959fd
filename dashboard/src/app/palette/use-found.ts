import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ListContactsResponse, ListDomainsResponse, ListEmailsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";

/** Results of each kind. More would push the next kind off the screen. */
const LIMIT = 5;
const MIN_LENGTH = 2;

export type Found = {
  emails: ListEmailsResponse["emails"];
  contacts: ListContactsResponse["contacts"];
  domains: ListDomainsResponse["domains"];
};

/** Emails, contacts and domains that match the text. Emails are found by recipient if the text is an address, otherwise by subject. */
export function useFound(text: string) {
  const search = text.trim();
  return useQuery({
    queryKey: ["palette", search],
    enabled: search.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Found> => {
      const get = async <T>(path: string, query: object): Promise<T> =>
        await api.get<T>(withQuery(path, { limit: LIMIT, ...query }), signal);
      const [{ emails }, { contacts }, { domains }] = await Promise.all([
        get<ListEmailsResponse>("/api/emails", search.includes("@") ? { to: search } : { search }),
        get<ListContactsResponse>("/api/contacts", { search }),
        get<ListDomainsResponse>("/api/domains", { search }),
      ]);
      return { emails, contacts, domains };
    },
  });
}
