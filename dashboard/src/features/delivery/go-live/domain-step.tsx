import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../../../query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../../ui/card.tsx";
import { Select } from "../../../ui/select.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { domainQuery, domainsQuery } from "../../domains/domains.ts";
import { countOk, groupRecords, hasFirstRecords } from "../../domains/record-groups.ts";
import { RecordTable } from "../../domains/record-table.tsx";
import { useLiveCheck } from "../../domains/use-live-check.ts";
import { NewDomainForm } from "./new-domain-form.tsx";

type DomainStepProps = {
  name: string | undefined;
  onName: (name: string | undefined) => void;
  onDone: (name: string) => void;
};

export function DomainStep({ name, onName, onDone }: DomainStepProps) {
  const { data, error, refetch } = useQuery(domainsQuery({}));
  if (error && !data)
    return (
      <Card>
        <QueryError error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton className="h-40 w-full" />;
  const names = data.domains.map((domain) => domain.name);
  const shown = name ?? names[0];
  if (shown === undefined) return <NewDomainForm onAdded={onName} />;
  return (
    <DomainRecords key={shown} name={shown} names={names} onName={onName} onDone={() => onDone(shown)} />
  );
}

type DomainRecordsProps = {
  name: string;
  names: string[];
  onName: (name: string) => void;
  onDone: () => void;
};

/** The records of the chosen domain, checked while the page is open. */
function DomainRecords({ name, names, onName, onDone }: DomainRecordsProps) {
  const { data: domain, error, refetch } = useQuery(domainQuery(name));
  useLiveCheck(domain);
  const first = groupRecords(domain?.records ?? []).find(({ isFirst }) => isFirst)?.records ?? [];
  const isReady = domain !== undefined && hasFirstRecords(domain.records);
  return (
    <Card className="min-w-0">
      <CardHeader
        title={`Verify ${name}`}
        description="Add these records at your DNS provider. Each one is ticked off when it is found; that can take a few minutes."
        actions={
          names.length > 1 ? (
            <Select aria-label="Domain" value={name} onChange={(event) => onName(event.target.value)}>
              {names.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          ) : null
        }
      />
      <div className="mt-4">
        {domain ? <RecordTable domain={domain} /> : null}
        {!domain && error ? <QueryError error={error} onRetry={() => void refetch()} /> : null}
        {domain || error ? null : (
          <CardBody>
            <Skeleton className="h-24 w-full" />
          </CardBody>
        )}
      </div>
      <CardFooter>
        <span role="status" className="mr-auto flex items-center gap-2 text-[13px] text-ink-soft">
          {isReady || domain === undefined ? null : <Spinner />}
          {domain === undefined ? null : `${countOk(first)} of ${first.length} found`}
        </span>
        <Button variant={isReady ? "primary" : "secondary"} onClick={onDone}>
          {isReady ? "Continue" : "Continue without waiting"}
        </Button>
      </CardFooter>
    </Card>
  );
}
