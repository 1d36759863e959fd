import quickstart from "../../../../../docs/guides/quickstart.md?raw";

type Filling = {
  /** This instance's origin: `https://mail.example.com`. */
  origin: string;
  key: string;
  to: string;
  /** Undefined until the settings are loaded. */
  smtp: { host: string; port: number | null; tls_port: number | null } | undefined;
};

export type LanguageSnippet = {
  language: string;
  code: string;
  isShell: boolean;
  /** How to run a program. Text in backticks is code. */
  note: string;
};

/** The others are in the quickstart. */
const LANGUAGES = ["curl", "Node.js", "Python", "PHP", "Ruby", "Go", "SMTP"];

const EXAMPLES = LANGUAGES.map(readExample);

/** The quickstart's programs for this instance. Commands contain the key; programs read it from POSTHOUSE_API_KEY. */
export function languageSnippets({ origin, key, to, smtp }: Filling): LanguageSnippet[] {
  return EXAMPLES.flatMap((example) => {
    const code = withSmtp(example.code, smtp)
      ?.replaceAll("http://localhost:3000", origin)
      .replaceAll("delivered@simulator.posthouse.test", recipientFor(to));
    if (code === undefined) return [];
    return [{ ...example, code: example.isShell ? code.replaceAll("$POSTHOUSE_API_KEY", key) : code }];
  });
}

function readExample(language: string): LanguageSnippet {
  const [, tabs = ""] = quickstart.split(/^<!-- \/?tabs.*-->$/m);
  const section = tabs.split(/^### /m).find((text) => text.startsWith(`${language}\n`)) ?? "";
  const [, info, code, note] = /^```(\w+).*\n([\s\S]*?)\n```\n+(.*)/m.exec(section) ?? [];
  if (info === undefined || code === undefined || note === undefined)
    throw new Error(`the quickstart has no code for ${language}`);
  return { language, code, note, isShell: info === "sh" };
}

/** Undefined if the code needs SMTP, and its port is unknown. */
function withSmtp(code: string, smtp: Filling["smtp"]): string | undefined {
  if (!code.includes("smtp://")) return code;
  if (smtp?.port) return code.replace("localhost:2587", `${smtp.host}:${smtp.port}`);
  if (smtp?.tls_port)
    return code.replace("smtp://localhost:2587 --ssl-reqd", `smtps://${smtp.host}:${smtp.tls_port}`);
  return undefined;
}

/** Other addresses would need escaping, in each language another one. */
function recipientFor(to: string): string {
  return /^[\w.+-]+@[\w.-]+$/.test(to) ? to : "delivered@simulator.posthouse.test";
}
