import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserStorage } from "../../../browser-storage.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { TEXT_LINK_STYLES } from "../../../ui/text-link.tsx";
import { settingsQuery } from "../../accounts/settings.ts";
import { type LanguageSnippet, languageSnippets } from "./language-snippets.ts";

/** The documentation reads and writes it, too: its tabs have the same titles. */
const STORAGE_KEY = "docs-tab";

type LanguageTabsProps = {
  /** A key, or what to show instead of one. */
  apiKey: string;
  to: string;
};

/** Sends an email through this instance, in the user's language. */
export function LanguageTabs({ apiKey, to }: LanguageTabsProps) {
  const smtp = useQuery(settingsQuery).data?.smtp;
  const snippets = languageSnippets({ origin: window.location.origin, key: apiKey, to, smtp });
  const [chosen, setChosen] = useState(() => browserStorage("local").getItem(STORAGE_KEY));
  const choose = (language: string): void => {
    setChosen(language);
    try {
      browserStorage("local").setItem(STORAGE_KEY, language);
    } catch {
      // Storage can be blocked; the choice then lasts until the page closes.
    }
  };
  return (
    <>
      <Tabs
        label="Language"
        value={snippets.find(({ language }) => language === chosen)?.language ?? "curl"}
        onChange={choose}
        tabs={snippets.map((snippet) => ({
          value: snippet.language,
          label: snippet.language,
          content: <Snippet snippet={snippet} apiKey={apiKey} />,
        }))}
      />
      <p className="mt-2 text-[13px]">
        <a href="/docs/guides/quickstart" target="_blank" rel="noopener" className={TEXT_LINK_STYLES}>
          More languages
        </a>
      </p>
    </>
  );
}

function Snippet({
  snippet: { language, code, isShell, note },
  apiKey,
}: {
  snippet: LanguageSnippet;
  apiKey: string;
}) {
  if (isShell) return <CodeBlock code={code} copyLabel="Copy command" />;
  return (
    <div className="grid gap-2">
      <CodeBlock code={`export POSTHOUSE_API_KEY=${apiKey}`} copyLabel="Copy command" />
      <CodeBlock code={code} copyLabel={`Copy ${language} program`} />
      <p className="text-[13px] text-ink-soft">
        {note.split("`").map((part, at) =>
          at % 2 === 0 ? (
            part
          ) : (
            <code key={part} className="font-mono">
              {part}
            </code>
          ),
        )}
      </p>
    </div>
  );
}
