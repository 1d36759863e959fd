import { useState } from "react";
import type { GetSecondFactorResponse } from "../../../api.gen.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../../ui/card.tsx";
import { Time } from "../../../ui/time.tsx";
import { AddAuthenticatorDialog } from "./add-authenticator-dialog.tsx";
import { RemoveSecondFactorDialog } from "./remove-second-factor-dialog.tsx";
import { RenewCodesDialog } from "./renew-codes-dialog.tsx";

/** Fewer codes than this are worth a warning. */
const FEW_CODES = 3;

type Shown = "add" | "renew" | "remove";

export function SecondFactorCard({ state, email }: { state: GetSecondFactorResponse; email: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  return (
    <Card aria-label="Authenticator app">
      <CardHeader
        title="Authenticator app"
        description="A code that your phone shows, in addition to your password. Adding it signs out all other sessions."
      />
      <CardBody>
        {state.enabled ? <Protected state={state} /> : <p>Sign-in needs only your password.</p>}
      </CardBody>
      <CardFooter>
        {state.enabled ? (
          <>
            <Button onClick={() => setShown("renew")}>New recovery codes</Button>
            <Button onClick={() => setShown("remove")}>Remove</Button>
          </>
        ) : (
          <Button onClick={() => setShown("add")}>Add authenticator app</Button>
        )}
      </CardFooter>
      {shown === "add" ? <AddAuthenticatorDialog email={email} onClose={close} /> : null}
      {shown === "renew" ? <RenewCodesDialog email={email} onClose={close} /> : null}
      {shown === "remove" ? <RemoveSecondFactorDialog email={email} onClose={close} /> : null}
    </Card>
  );
}

function Protected({ state }: { state: GetSecondFactorResponse }) {
  const { enabled_at, recovery_codes_left: left } = state;
  const codes = left === 1 ? "1 recovery code is" : `${left === 0 ? "No" : left} recovery codes are`;
  return (
    <p>
      Sign-in asks for a code. Added {enabled_at ? <Time value={enabled_at} /> : null}.{" "}
      <span className={left < FEW_CODES ? "text-bad" : undefined}>{codes} left.</span>
    </p>
  );
}
