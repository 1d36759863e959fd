import { useQuery } from "@tanstack/react-query";
import { cx } from "../../ui/cx.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { authQuery } from "../accounts/session.ts";
import { overviewQuery } from "../overview/overview.ts";
import { FirstEmail } from "./first-email/first-email.tsx";

/** Code that sends an email to the user through this instance. The dashboard knows keys only by their prefix. */
export function SendExample({ className }: { className?: string }) {
  const email = useQuery(authQuery).data?.user?.email ?? "you@example.com";
  const overview = useQuery(overviewQuery).data;
  const keyPrefix = overview?.key_prefix ?? null;
  return (
    <div className={cx("w-full max-w-2xl", className)}>
      <FirstEmail apiKey={keyPrefix === null ? "YOUR_API_KEY" : `${keyPrefix}_…`} to={email} />
      <p className="mt-2 text-[13px] text-ink-soft">
        {keyPrefix === null ? (
          <>
            Replace <code className="font-mono">YOUR_API_KEY</code> with a key.{" "}
            <TextLink to="/keys">Create an API key</TextLink>
          </>
        ) : (
          <>
            Replace <code className="font-mono">{keyPrefix}_…</code> with the full key. Lost it?{" "}
            <TextLink to="/keys">Create another</TextLink>
          </>
        )}
      </p>
    </div>
  );
}
