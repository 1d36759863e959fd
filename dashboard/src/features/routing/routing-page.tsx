import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { oneOf } from "../../search.ts";
import { Alert } from "../../ui/alert.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Select } from "../../ui/select.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { UntilReady } from "../../ui/until-ready.tsx";
import { settingsQuery } from "../accounts/settings.ts";
import { PoolsSection } from "./pools/pools-section.tsx";
import { RelaysSection } from "./relays/relays-section.tsx";
import { OWNERS, type Owner, relaysQuery, rulesQuery } from "./routing.ts";
import { RulesSection } from "./rules/rules-section.tsx";

const route = getRouteApi("/app/routing");

/** Routing rules, relays and pools. */
export function RoutingPage() {
  const { of: owner = "account" } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: settings, isPending } = useQuery(settingsQuery);
  const rules = useQuery(rulesQuery(owner));
  const relays = useQuery(relaysQuery(owner));
  const isReady = !isPending && !rules.isPending && !relays.isPending;
  const show = (of: Owner | undefined): void =>
    void navigate({ search: { of: of === "account" ? undefined : of }, replace: true });
  return (
    <>
      <PageHeader
        title="Routing"
        description="Choose how mail is sent. Each email's page shows its route."
        actions={
          settings?.operator ? (
            <Select
              aria-label="Scope"
              className="w-full sm:w-56"
              value={owner}
              onChange={(event) => show(oneOf(event.target.value, OWNERS))}
            >
              <option value="account">My account</option>
              <option value="instance">Whole instance</option>
            </Select>
          ) : null
        }
      />
      <UntilReady isReady={isReady} skeleton={<PageSkeleton />}>
        <div className="grid gap-8">
          {settings?.delivery.mode === "capture" ? (
            <Alert>
              Test mode is on: routing rules apply once you <TextLink to="/go-live">go live</TextLink>.
            </Alert>
          ) : null}
          <RulesSection key={`rules ${owner}`} owner={owner} />
          <RelaysSection key={`relays ${owner}`} owner={owner} />
          {owner === "instance" ? <PoolsSection /> : null}
        </div>
      </UntilReady>
    </>
  );
}
