import { RowLink } from "../../ui/row-link.tsx";

type ReportedDomainLinkProps = { of: { domain: string; domain_exists: boolean } };

/** The domain of a row. A removed domain has no page. */
export function ReportedDomainLink({ of: { domain, domain_exists: exists } }: ReportedDomainLinkProps) {
  if (!exists) return <span className="block truncate font-medium">{domain}</span>;
  return (
    <RowLink to="/domains/$domain" params={{ domain }} className="block truncate">
      {domain}
    </RowLink>
  );
}
