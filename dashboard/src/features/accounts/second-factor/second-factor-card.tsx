import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GetSecondFactorResponse } from "../../../api.gen.ts";
import { QueryError } from "../../../query-error.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { AddAuthenticatorDialog } from "./add-authenticator-dialog.tsx";
import { RemoveSecondFactorDialog } from "./remove-second-factor-dialog.tsx";
import { RenewCodesDialog } from "./renew-codes-dialog.tsx";
import { secondFactorQuery } from "./second-factor.ts";

/** Fewer codes than this are worth a warning. */
const FEW_CODES = 3;

type Shown = "add" | "renew" | "remove";

export function SecondFactorCard({ email }: { email: string }) {
  const { data: state, error, refetch } = useQuery(secondFactorQuery);
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  return (
    <Card aria-label="Authenticator app">
      <CardHeader
        title="Authenticator app"
        description="Sign in with a code from your phone in addition to your password. Adding an app signs out your other sessions."
      />
      {state ? (
        <>
          <CardBody>
            {state.enabled ? <Protected state={state} /> : <p>Sign-in needs only your password.</p>}
          </CardBody>
          <CardFooter>
            {state.enabled ? (
              <>
                <Button onClick={() => setShown("renew")}>Replace recovery codes</Button>
                <Button onClick={() => setShown("remove")}>Remove</Button>
              </>
            ) : (
              <Button onClick={() => setShown("add")}>Add authenticator app</Button>
            )}
          </CardFooter>
        </>
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
      {shown === "add" ? <AddAuthenticatorDialog email={email} onClose={close} /> : null}
      {shown === "renew" ? <RenewCodesDialog email={email} onClose={close} /> : null}
      {shown === "remove" ? <RemoveSecondFactorDialog email={email} onClose={close} /> : null}
    </Card>
  );
}

/** As tall as a line and a button. */
function LoadingState() {
  return (
    <div aria-busy="true">
      <CardBody>
        <Skeleton className="my-1 h-4 w-56" />
      </CardBody>
      <CardFooter>
        <Skeleton className="h-9 w-44" />
      </CardFooter>
    </div>
  );
}

function Protected({ state }: { state: GetSecondFactorResponse }) {
  const { enabled_at, recovery_codes_left: left } = state;
  const codes = `${left === 0 ? "No" : left} recovery ${left === 1 ? "code" : "codes"} left.`;
  return (
    <div className="grid gap-4">
      <p>
        Sign-in asks for a code. Added {enabled_at ? <Time value={enabled_at} /> : null}.{" "}
        {left < FEW_CODES ? null : codes}
      </p>
      {left < FEW_CODES ? (
        <Alert tone="warn">{codes} Choose Replace recovery codes to get ten new ones.</Alert>
      ) : null}
    </div>
  );
}
