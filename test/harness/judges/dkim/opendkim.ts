import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf, type Verifier } from "./verifier.ts";

/** OpenDKIM in its test mode, which reads keys from a file and prints the header that it would add to each message. */
export const verifyWithOpendkim: Verifier = async (messages, { keys }) => {
  const directory = await mkdtemp(join(tmpdir(), "posthouse-opendkim-"));
  const files = messages.map((_, index) => join(directory, `${index}.eml`));
  await Promise.all(files.map((file, index) => writeFile(file, messages[index] as Buffer)));
  const published = join(directory, "keys");
  await writeFile(published, [...keys].map(([name, text]) => `${name} ${text}\n`).join(""));
  const settings = join(directory, "opendkim.conf");
  // Required, although the socket is never opened in this mode.
  const lines = [
    "Mode v",
    `TestPublicKeys ${published}`,
    "Socket inet:1@127.0.0.1",
    "On-BadSignature accept",
  ];
  await writeFile(settings, `${lines.join("\n")}\n`);
  const output = await outputOf("opendkim", ["-x", settings, "-t", files.join(","), "-v", "-v"]);
  await rm(directory, { recursive: true });
  const said = output.split("### INSHEADER").slice(1);
  if (said.length !== messages.length)
    throw new Error(`opendkim reported ${said.length} messages: ${output}`);
  return said.map((results) =>
    [...results.matchAll(/dkim=pass [^;]*header\.s=([^\s;]+)/g)].map(([, selector]) => selector ?? ""),
  );
};
