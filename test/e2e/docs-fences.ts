/** The code of docs/guides and docs, and what of it the tests do not run. */
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export type Fence = { file: string; heading: string; language: string; code: string };

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));

async function markdownIn(folder: string): Promise<string[]> {
  return (await readdir(docs + folder)).filter((name) => name.endsWith(".md")).map((name) => folder + name);
}

/** Each block of code, with the heading above it. */
export async function readFences(): Promise<Fence[]> {
  const files = [...(await markdownIn("guides/")), ...(await markdownIn(""))];
  const pages = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(docs + file, "utf8") })),
  );
  return pages.flatMap(({ file, text }) => {
    let heading = "";
    const fences: Fence[] = [];
    for (const [, title, language = "", code = ""] of text.matchAll(
      /^(#+ .+)$|^ *```(\w*).*\n([\s\S]*?)^ *```$/gm,
    )) {
      if (title === undefined) fences.push({ file, heading, language, code });
      else heading = title.replace(/^#+ /, "");
    }
    return fences;
  });
}

/** Shell commands that cannot run in a test, or that another test runs. */
export const NOT_RUN: { file: string; command: RegExp; reason: string }[] = [
  { file: "guides/quickstart.md", command: /^npm start$/, reason: "readme.test.ts runs it" },
  { file: "guides/quickstart.md", command: /^export \w+=ph_your_key$/, reason: "the key is a placeholder" },
  {
    file: "guides/go-live.md",
    command: /^(SMTP_RELAY_URL=\S+|DELIVERY=direct) npm start$/,
    reason: "readme.test.ts runs both, with a relay",
  },
  { file: "guides/install.md", command: /^npx posthouse$/, reason: "needs the published package" },
  { file: "guides/install.md", command: /^npm install --global/, reason: "needs the published package" },
  { file: "guides/install.md", command: /^useradd/, reason: "changes the machine" },
  { file: "guides/install.md", command: /^install -m 600/, reason: "deploy-services.test.ts runs it" },
  { file: "guides/install.md", command: /^systemctl enable/, reason: "needs systemd" },
  { file: "guides/install.md", command: /^docker compose/, reason: "needs Docker and its registry" },
  { file: "guides/install.md", command: /^kubectl create secret/, reason: "needs a Kubernetes cluster" },
  { file: "guides/upgrade.md", command: /^git pull\nnpm start$/, reason: "needs a newer version" },
  { file: "guides/upgrade.md", command: /^docker compose/, reason: "needs Docker and its registry" },
  { file: "guides/upgrade.md", command: /^kubectl/, reason: "needs a Kubernetes cluster" },
];

export const isNotRun = ({ file, code }: Fence): boolean =>
  NOT_RUN.some((entry) => entry.file === file && entry.command.test(code.trim()));

/** Commands of the installed package; all other commands are for a clone. */
export const isForPackage = ({ code }: Fence): boolean =>
  /(^|[ |])posthouse(-service)? /m.test(code) && !/npm run/.test(code);
