import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { UncertainRecipient } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { queryFailure } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { QueryBox } from "../../ui/query-box.tsx";
import { SelectCell } from "../../ui/select-cell.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Time } from "../../ui/time.tsx";
import { showToast } from "../../ui/toast.ts";
import { type Selection, useSelection } from "../../ui/use-selection.ts";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import { EMAILS_KEY, emailQuery } from "../emails/emails.ts";
import { QUEUE_KEY, resolveUncertain, uncertainQuery } from "./queue.ts";
import type { UncertainSearch } from "./queue-search.ts";
import { UncertainSelection, uncertainId } from "./uncertain-selection.tsx";

/** The API's limit. */
const MAX_DOMAIN_LENGTH = 255;

/** Uncertain recipients without further retries: a person decides. */
export function UncertainCard({ search }: { search: UncertainSearch }) {
  const { uncertain_domain: domain, uncertain_cursor: cursor } = search;
  const navigate = useNavigate();
  // The scroll position stays, because this list is below that of the queue.
  const show = (next: UncertainSearch, replace: boolean): void =>
    void navigate({
      to: ".",
      search: (current: object) => ({ ...current, uncertain_cursor: undefined, ...next }),
      replace,
      resetScroll: false,
    });
  const query = useQuery(uncertainQuery(search));
  const { data } = query;
  const failure = queryFailure(query);
  const uncertain = data?.uncertain ?? [];
  const selection = useSelection(uncertain.map(uncertainId));
  const next = data?.pagination.next_cursor;
  const isListed = uncertain.length > 0 || domain !== undefined || cursor !== undefined;
  return (
    <div className="min-w-0 empty:hidden">
      {failure || isListed ? (
        <Card aria-label="Uncertain mail">
          <CardHeader
            title="Needs a decision"
            description="The connection broke after the message was sent, so these may have arrived. They are not retried until you decide."
            actions={
              <div className="w-full sm:w-56">
                <QueryBox
                  label="Domain of uncertain mail"
                  placeholder="Domain"
                  keys={[]}
                  valuesOf={() => []}
                  value={domain ?? ""}
                  normalize={(text) => text.trim()}
                  check={() => []}
                  maxLength={MAX_DOMAIN_LENGTH}
                  onSearch={(text) => show({ uncertain_domain: text.trim() || undefined }, true)}
                />
              </div>
            }
          />
          <ul className="divide-y px-5 pt-2 pb-2">
            {uncertain.map((recipient) => (
              <UncertainRow key={uncertainId(recipient)} recipient={recipient} selection={selection} />
            ))}
          </ul>
          {failure}
          {data && uncertain.length === 0 ? (
            <p className="px-5 pb-5 text-ink-soft">
              {cursor ? "Nothing left on this page." : "None for this domain."}
            </p>
          ) : null}
          {next || cursor ? (
            <div className="flex justify-end gap-2 border-t px-5 py-3">
              {cursor ? (
                <Button size="sm" onClick={() => show({}, false)}>
                  First page
                </Button>
              ) : null}
              {next ? (
                <Button size="sm" onClick={() => show({ uncertain_cursor: next }, false)}>
                  More
                </Button>
              ) : null}
            </div>
          ) : null}
        </Card>
      ) : null}
      {/* Its dialog shows the outcomes, also when no recipient is left. */}
      <UncertainSelection selection={selection} recipients={uncertain} />
    </div>
  );
}

type UncertainRowProps = { recipient: UncertainRecipient; selection: Selection };

function UncertainRow({ recipient, selection }: UncertainRowProps) {
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
      <div className="flex min-w-0 items-start gap-4">
        <HiddenFromViewers>
          <SelectCell
            label={`Select ${recipient.address}`}
            checked={selection.selected.has(uncertainId(recipient))}
            onToggle={(isRange) => selection.toggle(uncertainId(recipient), isRange)}
          />
        </HiddenFromViewers>
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
