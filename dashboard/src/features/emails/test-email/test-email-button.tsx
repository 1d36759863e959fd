import { type ComponentProps, Suspense, useState } from "react";
import { lazyPage } from "../../../app/lazy-page.ts";
import { Button } from "../../../ui/button.tsx";
import { FlaskConical } from "../../../ui/icons.gen.ts";
import { useIsViewer } from "../../accounts/viewers.tsx";

// The dialog's code is not part of the first page.
const TestEmailDialog = lazyPage(() => import("./test-email-dialog.tsx"), "TestEmailDialog");

export function TestEmailButton(props: Pick<ComponentProps<typeof Button>, "variant">) {
  const [isOpen, setIsOpen] = useState(false);
  if (useIsViewer()) return null;
  return (
    <>
      <Button {...props} onClick={() => setIsOpen(true)}>
        <FlaskConical aria-hidden="true" />
        Send test email
      </Button>
      {isOpen ? (
        <Suspense>
          <TestEmailDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
