import { useQuery } from "@tanstack/react-query";
import { CodeBlock } from "../../ui/code-block.tsx";
import { cx } from "../../ui/cx.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { authQuery } from "../accounts/session.ts";
import { overviewQuery } from "../overview/overview.ts";
import { sendCommand } from "./send-command.ts";

/** The command that sends an email to the reader, from this host and with a key of theirs. */
export function SendExample({ className }: { className?: string }) {
  const email = useQuery(authQuery).data?.user?.email ?? "you@example.com";
  const overview = useQuery(overviewQuery).data;
  const keyPrefix = overview?.key_prefix ?? null;
  return (
    <div className={cx("w-full max-w-2xl", className)}>
      <CodeBlock
        code={sendCommand({ origin: window.location.origin, keyPrefix, to: email })}
        copyLabel="Copy command"
      />
      <p className="mt-2 text-[13px] text-ink-soft">
        {keyPrefix === null ? (
          <>
            Put a key in place of <code className="font-mono">YOUR_API_KEY</code>.{" "}
            <TextLink to="/settings/keys">Create an API key</TextLink>
          </>
        ) : (
          <>
            Put the whole key in place of <code className="font-mono">{keyPrefix}_…</code> — it was shown
            once, when you created it. Lost? <TextLink to="/settings/keys">Create another</TextLink>
          </>
        )}
      </p>
    </div>
  );
}
