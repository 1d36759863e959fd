import pg from "pg";
import { sessionConfig } from "../db/index.ts";

/** A connection for one long transaction, which may wait for a slow pipe. */
export function openClient(connectionString: string, application_name: string): pg.Client {
  const settings = { idle_in_transaction_session_timeout: "0" };
  const client = new pg.Client(sessionConfig(connectionString, { application_name, settings }));
  // A lost connection fails the statement in progress; without a listener it would end the process.
  client.on("error", () => undefined);
  return client;
}
