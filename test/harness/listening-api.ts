import { createKey } from "../../src/features/keys/index.ts";
import { startTestApi, type TestApi } from "./api.ts";

type KeyWish = Parameters<typeof createKey>[1]["input"];
export type ListeningApi = Awaited<ReturnType<typeof listeningApi>>;

/** The HTTP API on its own port, for real HTTP clients, with queries for a test's assertions. */
export async function listeningApi(env: Record<string, string> = {}) {
  const api: TestApi = await startTestApi(env);
  const url = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const get = (path: string) => api.app.inject({ url: path, headers: api.authorization });
  return {
    ...api,
    url,
    /** An email, as the API returns it. */
    detail: async (id: string) => (await get(`/api/v1/emails/${id}`)).json(),
    attachment: async (id: string, index: number) =>
      (await get(`/api/v1/emails/${id}/attachments/${index}`)).body,
    /** The newest emails, as the API returns them. */
    list: async () => (await get("/api/v1/emails")).json(),
    /** The number of stored emails. */
    count: async (): Promise<number> => {
      const { rows } = await api.database.pool.query("SELECT count(*) AS emails FROM emails");
      return rows[0].emails;
    },
    /** The secret of a new key of the same account. */
    anotherKey: async (name: string, limits: Omit<KeyWish, "name">): Promise<string> => {
      const { rows } = await api.database.pool.query("SELECT id FROM accounts");
      const by = { personId: null, keyId: null, network: null };
      const input = { name, ...limits };
      return (await createKey(api.database, { accountId: rows[0].id, by, input })).key;
    },
    /** Sends a request with a text or JSON body; returns the JSON response. */
    post: async (path: string, payload: unknown, headers: Record<string, string> = {}) => {
      const answer = await fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...api.authorization, ...headers },
        body: typeof payload === "string" ? payload : JSON.stringify(payload),
      });
      return {
        status: answer.status,
        headers: answer.headers,
        body: JSON.parse((await answer.text()) || "null"),
      };
    },
    /** Makes statements that store emails fail with this SQLSTATE from now on. */
    refuseEmails: async (sqlstate: string) => {
      await api.database.pool.query(
        `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'gone' USING ERRCODE = '${sqlstate}'; END $$`,
      );
      await api.database.pool.query(
        "CREATE TRIGGER refuse BEFORE INSERT ON emails FOR EACH ROW EXECUTE FUNCTION refuse()",
      );
    },
    acceptEmailsAgain: () => api.database.pool.query("DROP TRIGGER refuse ON emails"),
  };
}
