import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UncertainRecipient } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { QueryError } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Time } from "../../ui/time.tsx";
import { showToast } from "../../ui/toast.ts";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import { EMAILS_KEY, emailQuery } from "../emails/emails.ts";
import { QUEUE_KEY, resolveUncertain, uncertainQuery } from "./queue.ts";

/** Uncertain recipients without further retries: a person decides. */
export function UncertainCard() {
  const [domain, setDomain] = useState("");
  const [cursor, setCursor] = useState<string>();
  const { data, error, refetch } = useQuery(uncertainQuery(domain, cursor));
  if (error && !data)
    return (
      <Card>
        <QueryError error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data || (data.uncertain.length === 0 && domain === "" && cursor === undefined)) return null;
  const next = data.pagination.next_cursor;
  return (
    <Card aria-label="Uncertain mail">
      <CardHeader
        title="Needs a decision"
        description="The connection broke after the message was sent, so these may have arrived. They are not retried until you decide."
        actions={
          <SearchInput
            label="Domain of uncertain mail"
            placeholder="Domain"
            className="w-full sm:w-56"
            value={domain}
            onSearch={(text) => {
              setCursor(undefined);
              setDomain(text);
            }}
          />
        }
      />
      <ul className="divide-y px-5 pt-2 pb-2">
        {data.uncertain.map((recipient) => (
          <UncertainRow key={`${recipient.email_id} ${recipient.position}`} recipient={recipient} />
        ))}
      </ul>
      {data.uncertain.length === 0 ? <p className="px-5 pb-5 text-ink-soft">None for this domain.</p> : null}
      {next || cursor ? (
        <div className="flex justify-end gap-2 border-t px-5 py-3">
          {cursor ? (
            <Button size="sm" onClick={() => setCursor(undefined)}>
              First page
            </Button>
          ) : null}
          {next ? (
            <Button size="sm" onClick={() => setCursor(next)}>
              More
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}

function UncertainRow({ recipient }: { recipient: UncertainRecipient }) {
  const queryClient = useQueryClient();
  const deciding = useMutation({
    mutationFn: (as: "retry" | "delivered") => resolveUncertain(recipient, as),
    onSuccess: (_, as) => showToast({ title: as === "retry" ? "Retrying" : "Marked as delivered" }),
    onError: (error) => showToast({ tone: "bad", title: formError(error, []) ?? "Something went wrong" }),
    onSettled: () =>
      Promise.all(
        [QUEUE_KEY, EMAILS_KEY, emailQuery(recipient.email_id).queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const reply = recipient.line ?? recipient.reason;
  return (
    <li data-row="" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <TextLink data-row-link="" to="/emails/$emailId" params={{ emailId: recipient.email_id }}>
            <bdi>{recipient.address}</bdi>
          </TextLink>
        </p>
        <p className="text-[13px] wrap-anywhere text-ink-soft">
          <bdi>{recipient.subject}</bdi> · <Time value={recipient.uncertain_at} />
        </p>
        {reply ? (
          <p className="text-[13px] wrap-anywhere text-ink-faint">
            <bdi>{reply}</bdi>
          </p>
        ) : null}
      </div>
      <HiddenFromViewers>
        <div className="flex gap-2">
          <Button
            size="sm"
            busy={deciding.isPending}
            aria-label={`Retry: ${recipient.address}`}
            onClick={() => deciding.mutate("retry")}
          >
            Retry
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={deciding.isPending}
            aria-label={`Mark as delivered: ${recipient.address}`}
            onClick={() => deciding.mutate("delivered")}
          >
            Mark as delivered
          </Button>
        </div>
      </HiddenFromViewers>
    </li>
  );
}
