import type { Overview } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { countText } from "../../ui/count-text.ts";
import { TextLink } from "../../ui/text-link.tsx";

/** More would push the numbers off the screen; the Domains page lists all. */
const MOST_SHOWN = 3;

/** Domains that block sending now or soon. */
export function DomainAlerts({ domains }: { domains: Overview["troubled_domains"] }) {
  if (domains.length === 0) return null;
  return (
    <div className="mb-6 grid gap-3">
      {domains.slice(0, MOST_SHOWN).map(({ name, trouble }) => (
        <Alert key={name} tone="bad">
          {trouble === "lost"
            ? "Domain verification was lost: "
            : "The verification record is missing from DNS. After three days without it, the domain is lost. Add it again: "}
          <TextLink to="/domains/$domain" params={{ domain: name }}>
            {name}
          </TextLink>
        </Alert>
      ))}
      {domains.length > MOST_SHOWN ? (
        <TextLink to="/domains">{describeMore(domains.length - MOST_SHOWN)}</TextLink>
      ) : null}
    </div>
  );
}

export function describeMore(count: number): string {
  return `${countText(count, "more domain needs", "more domains need")} attention`;
}
