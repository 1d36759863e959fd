/** The receivers of docs/guides/webhooks.md, as printed, with requests that Posthouse signs. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  ed25519PublicKeyOf,
  ed25519SignerOf,
} from "../../src/features/webhooks/signatures/ed25519-signature.ts";
import {
  newWebhookSecret,
  signatureHeaders,
  signatureOf,
  signerOf,
} from "../../src/features/webhooks/signatures/sign-webhook.ts";
import { findProgram } from "../harness/find-program.ts";
import { nodePath } from "../harness/node-path.ts";
import { freePort } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";

const guide = await readFile(new URL("../../docs/guides/webhooks.md", import.meta.url), "utf8");
const client = new URL("../../packages/client/src/index.ts", import.meta.url);
const secret = newWebhookSecret();
const id = "01a1fc0b-9a11-7000-8000-0648e4821c10";
const body = JSON.stringify({ type: "email.delivered", id, data: { subject: "Grüße" } });

/** The heading of the receiver that has public keys instead of the secret. */
const PUBLIC_KEY = "Verify with a public key";

type Receiver = {
  heading: string;
  language: string;
  program: string;
  file: string;
  args: (file: string, port: number) => string[];
};
const receivers: Receiver[] = [
  { heading: "Node.js", language: "js", program: nodePath, file: "hook.mjs", args: (file) => [file] },
  { heading: "Python", language: "python", program: "python3", file: "hook.py", args: (file) => [file] },
  { heading: "Go", language: "go", program: "go", file: "hook.go", args: (file) => ["run", file] },
  {
    heading: "PHP",
    language: "php",
    program: "php",
    file: "hook.php",
    args: (file, port) => ["-S", `127.0.0.1:${port}`, file],
  },
  { heading: "Ruby", language: "ruby", program: "ruby", file: "hook.rb", args: (file) => [file] },
  { heading: PUBLIC_KEY, language: "js", program: nodePath, file: "hook.mjs", args: (file) => [file] },
];

function signed({
  at = new Date(),
  secrets = [secret],
  schemes = [signerOf, ed25519SignerOf],
} = {}): Record<string, string> {
  const signers = schemes.flatMap((scheme) => secrets.map(scheme));
  return signatureHeaders({ id, at, signature: signatureOf({ id, at, body, signers }) });
}

/** The first program in a section of the guide. */
function programOf({ heading, language }: Receiver): string {
  const [, section = ""] = guide.split(`\n## ${heading}\n`);
  const code = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(section)?.[1] ?? "";
  return code.replace('"@posthouse/client"', JSON.stringify(client.href));
}

test.for(receivers)(
  "the receiver of $heading accepts our requests and no others (I10)",
  async (receiver, context) => {
    const { heading, program, file, args } = receiver;
    const found = program === nodePath ? nodePath : findProgram(program);
    if (!found) {
      const reason = `${program} is not installed`;
      // CI installs all programs, so a missing one is a failure.
      if (process.env.CI) throw new Error(reason);
      return context.skip(reason);
    }
    const folder = await mkdtemp(join(tmpdir(), "posthouse-receiver-"));
    const path = join(folder, file);
    await writeFile(path, programOf(receiver));
    const port = await freePort();
    const publicKeys = [newWebhookSecret(), secret].map(ed25519PublicKeyOf);
    const keys =
      heading === PUBLIC_KEY ? { WEBHOOK_PUBLIC_KEYS: publicKeys.join(" ") } : { WEBHOOK_SECRET: secret };
    const env = { ...process.env, PORT: String(port), ...keys };
    const child = spawn(found, args(path, port), { cwd: folder, env, detached: true });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes: Buffer) => {
        output += bytes.toString();
      });
    onTestFinished(async () => {
      // `go run` starts a program of its own.
      if (child.pid) process.kill(-child.pid, "SIGKILL");
      await rm(folder, { recursive: true, force: true });
    });
    const post = async (headers: Record<string, string>, text = body) =>
      (
        await fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", headers, body: text }).catch(
          () => null,
        )
      )?.status;
    await until(async () => (await post({})) === 400, { what: `the receiver: ${output}`, within: 100_000 });
    expect(await post(signed())).toBe(204);
    await until(() => output.includes(`email.delivered ${id}`), { what: "its output" });
    expect(await post(signed({ secrets: [newWebhookSecret(), secret] }))).toBe(204);
    const refused = [
      await post(signed(), `${body} `),
      await post(signed({ secrets: [newWebhookSecret()] })),
      await post(signed({ at: new Date(Date.now() - 600_000) })),
      await post({ ...signed(), "webhook-id": "other" }),
      await post(signed({ schemes: [heading === PUBLIC_KEY ? signerOf : ed25519SignerOf] })),
    ];
    expect(refused).toEqual([400, 400, 400, 400, 400]);
  },
);
