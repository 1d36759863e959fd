import { Posthouse, PosthouseError } from "../../packages/client/src/index.ts";
import { loadConfig } from "../config.ts";
import { CommandError } from "./explain.ts";

export type ServerOptions = { key?: string | undefined; url?: string | undefined };

/** sysexits(3) EX_TEMPFAIL: the same command may succeed later. */
const TRY_AGAIN_LATER = 75;

/** Runs `work` with a client of the server named by the options, or by the environment. */
export async function withClient<T>(
  { key = process.env.POSTHOUSE_API_KEY, url = process.env.POSTHOUSE_URL }: ServerOptions,
  work: (posthouse: Posthouse) => Promise<T>,
): Promise<T> {
  if (!key)
    throw new CommandError(
      "an API key is required: set POSTHOUSE_API_KEY or give --key; create one with posthouse keys create",
    );
  try {
    // By default the server of these settings.
    return await work(new Posthouse(key.trim(), { baseUrl: url ?? loadConfig(process.env).baseUrl }));
  } catch (error) {
    throw error instanceof PosthouseError ? explainToOperator(error) : error;
  }
}

export function explainToOperator({
  code,
  status,
  message,
  fields,
  requestId,
}: PosthouseError): CommandError {
  const isBroken = code === "network_error" || code === "timeout";
  if (isBroken && status === null)
    return new CommandError(`${message} Start the server, or set its address with --url or POSTHOUSE_URL`, {
      exitCode: TRY_AGAIN_LATER,
    });
  if (fields.length > 0)
    return new CommandError(fields.map((problem) => `${problem.path}: ${problem.message}`).join("\n"));
  const request = requestId && status !== null && status >= 500 ? ` (request ${requestId})` : "";
  const passing = isBroken || status === 429 || (status !== null && status >= 500);
  return new CommandError(`${message}${request}${isBroken ? " Run the command again" : ""}`, {
    exitCode: passing ? TRY_AGAIN_LATER : 1,
  });
}
