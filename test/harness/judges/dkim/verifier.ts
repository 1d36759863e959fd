import { spawn } from "node:child_process";

/** The selectors with valid signatures, for each message in order. */
export type Verifier = (messages: Buffer[], dns: VerifierDns) => Promise<string[][]>;

type VerifierDns = {
  /** "127.0.0.1:port" of a resolver with the keys. */
  address: string;
  /** The same keys by record name, for verifiers that read them from a file. */
  keys: ReadonlyMap<string, string>;
};

/** Server programs are not on the PATH of ordinary users. */
export const withServers = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

/** Returns the output of a program. Exit codes are ignored, because they mean different things for each program. */
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
