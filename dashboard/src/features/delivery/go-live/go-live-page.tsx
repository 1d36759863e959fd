import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazyPart } from "../../../app/lazy-part.tsx";
import { Card, CardBody } from "../../../ui/card.tsx";
import { Barrier } from "../../../ui/drawings/barrier.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { settingsQuery } from "../../accounts/settings.ts";
import { useIsViewer } from "../../accounts/viewers.tsx";
import { DeliveryStep } from "./delivery-step.tsx";
import { DomainStep } from "./domain-step.tsx";
import type { GoLiveSearch, Step } from "./go-live-search.ts";
import { StepList } from "./step-list.tsx";

const TestStep = lazyPart(() => import("./test-step.tsx"), "TestStep");

/**
 * From test mode to a delivered email in three steps. The current step is in the address bar, so that a reload or a shared link
 * opens it again.
 */
export function GoLivePage() {
  const search = useSearch({ from: "/app/go-live" });
  const navigate = useNavigate({ from: "/go-live" });
  const { data: settings } = useQuery(settingsQuery);
  const isViewer = useIsViewer();
  const go = (next: GoLiveSearch): void =>
    void navigate({ search: (current) => ({ ...current, ...next }), resetScroll: false });
  if (!settings) return <PageHeader title="Go live" />;
  const isLive = settings.delivery.mode !== "capture";
  const step: Step = search.step ?? (isLive ? "domain" : "delivery");
  return (
    <>
      <PageHeader
        title="Go live"
        description="Choose how mail is sent, verify your domain, and watch a test email arrive."
      />
      {settings.operator && !isViewer ? (
        <div className="grid gap-6">
          <StepList current={step} isLive={isLive} onGo={(next) => go({ step: next })} />
          {step === "delivery" ? <DeliveryStep onDone={() => go({ step: "domain" })} /> : null}
          {step === "domain" ? (
            <DomainStep
              name={search.domain}
              onName={(domain) => go({ step: "domain", domain })}
              onDone={(domain) => go({ step: "test", domain })}
            />
          ) : null}
          {step === "test" ? (
            <TestStep
              settings={settings}
              domain={search.domain}
              emailId={search.email}
              onSent={(email) => go({ step: "test", email })}
            />
          ) : null}
        </div>
      ) : (
        <Card>
          <CardBody>
            {isViewer ? (
              <EmptyState drawing={Barrier} title="Viewers cannot go live">
                You are a viewer of this account. Ask one of its owners to make you a member.
              </EmptyState>
            ) : (
              <EmptyState drawing={Barrier} title="Only operators can go live">
                Ask the operator of this instance to choose how mail is sent.
              </EmptyState>
            )}
          </CardBody>
        </Card>
      )}
    </>
  );
}
