import type { Overview } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/** A page of them would hide the figures; the rest stands under Domains. */
const MOST_SHOWN = 3;

/** What keeps mail from going out, or soon will. */
export function DomainAlerts({ domains }: { domains: Overview["troubled_domains"] }) {
  if (domains.length === 0) return null;
  return (
    <div className="mb-6 grid gap-3">
      {domains.slice(0, MOST_SHOWN).map(({ name, trouble }) => (
        <Alert key={name} tone="bad">
          {trouble === "lost"
            ? "This domain is no longer yours: "
            : "The token of this domain is missing from the DNS, and after three days the domain is no longer yours: "}
          <TextLink to="/domains/$domain" params={{ domain: name }}>
            {name}
          </TextLink>
        </Alert>
      ))}
      {domains.length > MOST_SHOWN ? (
        <TextLink to="/domains">{domains.length - MOST_SHOWN} more domains need you</TextLink>
      ) : null}
    </div>
  );
}
