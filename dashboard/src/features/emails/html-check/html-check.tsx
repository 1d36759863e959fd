import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HtmlCheck as Check } from "../../../api-types.ts";
import { QueryError } from "../../../query-error.tsx";
import { cx } from "../../../ui/cx.ts";
import { SealedReport } from "../../../ui/drawings/sealed-report.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Info } from "../../../ui/icons.gen.ts";
import { Select } from "../../../ui/select.tsx";
import { TEXT_LINK_STYLES } from "../../../ui/text-link.tsx";
import { htmlCheckQuery } from "../emails.ts";
import { ClientShares } from "./client-shares.tsx";
import { familiesOf } from "./families.ts";
import { FeatureItem } from "./feature-item.tsx";
import { HtmlCheckSkeleton } from "./html-check-skeleton.tsx";
import { percent, SupportBar } from "./support-bar.tsx";

const DAY = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** The features of the message's HTML and CSS that mail clients do not support. */
export function HtmlCheck({ id }: { id: string }) {
  const [family, setFamily] = useState("");
  const all = useQuery(htmlCheckQuery(id, ""));
  const { data: check, error, refetch, isPlaceholderData } = useQuery(htmlCheckQuery(id, family));
  if (error) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!check || !all.data) return <HtmlCheckSkeleton />;
  return (
    <div className={cx("grid gap-5", isPlaceholderData && "opacity-60")} aria-busy={isPlaceholderData}>
      <Summary check={check} />
      <Select
        aria-label="Mail clients"
        className="w-fit"
        value={family}
        onChange={(event) => setFamily(event.target.value)}
      >
        <option value="">All mail clients</option>
        {familiesOf(all.data.clients).map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
      {check.features.length === 0 ? <NothingLacking check={check} /> : <Results check={check} />}
      <p className="text-[13px] text-ink-faint">
        From the tests of{" "}
        <a
          href="https://www.caniemail.com"
          target="_blank"
          rel="noopener noreferrer"
          className={TEXT_LINK_STYLES}
        >
          Can I email
        </a>{" "}
        until {DAY.format(new Date(check.tested_until))}.
      </p>
    </div>
  );
}

function Summary({ check }: { check: Check }) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{percent(check.supported)}</span>
        <span className="text-ink-soft">
          supported, {percent(check.partial)} partly, {percent(check.unsupported)} not supported
        </span>
      </p>
      <SupportBar shares={check} className="mt-2" />
      <p className="mt-2 text-[13px] text-ink-soft">
        {check.feature_count.toLocaleString("en")} {check.feature_count === 1 ? "feature" : "features"} of
        HTML and CSS in {check.clients.length} mail clients
      </p>
      {check.truncated ? (
        <p className="mt-2 flex items-start gap-2 text-[13px] text-ink-soft">
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
          Only the first 300,000 characters were checked.
        </p>
      ) : null}
    </div>
  );
}

function Results({ check }: { check: Check }) {
  return (
    <>
      <section aria-labelledby="html-check-features">
        <h3 id="html-check-features" className="font-medium">
          Not supported everywhere
        </h3>
        <ul className="mt-1 divide-y">
          {check.features.map((feature) => (
            <FeatureItem key={feature.slug} feature={feature} clients={check.clients} />
          ))}
        </ul>
      </section>
      <ClientShares clients={check.clients} />
    </>
  );
}

function NothingLacking({ check }: { check: Check }) {
  return (
    <EmptyState drawing={SealedReport} title="Every feature used is supported">
      {check.feature_count === 0
        ? "The HTML uses no feature that a mail client could lack."
        : "These mail clients support all features that the HTML uses."}
    </EmptyState>
  );
}
