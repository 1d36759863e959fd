import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazyPage } from "../../app/lazy-page.ts";
import { untilIdle } from "../../app/until-idle.ts";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { authQuery } from "../accounts/session.ts";
import { overviewQuery } from "../overview/overview.ts";

// Its code is not part of the first load of a page.
const LanguageTabs = lazyPage(async () => {
  await untilIdle(1_000);
  return await import("./first-email/lazy-language-tabs.ts");
}, "LanguageTabs");

/** Code that sends an email to the user through this instance. The dashboard knows keys only by their prefix. */
export function SendExample({ className }: { className?: string }) {
  const email = useQuery(authQuery).data?.user?.email ?? "you@example.com";
  const overview = useQuery(overviewQuery).data;
  const keyPrefix = overview?.key_prefix ?? null;
  return (
    <div className={cx("w-full max-w-2xl", className)}>
      <Suspense fallback={<Skeleton className="h-56 w-full" />}>
        <LanguageTabs apiKey={keyPrefix === null ? "YOUR_API_KEY" : `${keyPrefix}_…`} to={email} />
      </Suspense>
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
