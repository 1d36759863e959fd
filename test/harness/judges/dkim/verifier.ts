import { spawn } from "node:child_process";

/** The selectors whose signatures hold, for each message in its order. */
export type Verifier = (messages: Buffer[], dns: VerifierDns) => Promise<string[][]>;

export type VerifierDns = {
  /** "127.0.0.1:port" of a resolver that knows the keys. */
  address: string;
  /** The same keys, for those that take them from a file: by the name of the record. */
  keys: ReadonlyMap<string, string>;
};

/** Server programs are outside the path of ordinary users. */
export const withServers = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

/** What a program prints. Its exit code says something else with each of them. */
export async function outputOf(program: string, parameters: string[], input = ""): Promise<string> {
  const child = spawn(program, parameters, { stdio: ["pipe", "pipe", "ignore"], env: withServers });
  child.stdin.end(input);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}

export function asJson(messages: Buffer[]): string {
  return JSON.stringify(messages.map((message) => message.toString("base64")));
}
