import { type ComponentProps, useState } from "react";
import { lazyPart } from "../../../app/lazy-part.tsx";
import { Button } from "../../../ui/button.tsx";
import { FlaskConical } from "../../../ui/icons.gen.ts";
import { useIsViewer } from "../../accounts/viewers.tsx";

const TestEmailDialog = lazyPart(() => import("./test-email-dialog.tsx"), "TestEmailDialog");

export function TestEmailButton(props: Pick<ComponentProps<typeof Button>, "variant">) {
  const [isOpen, setIsOpen] = useState(false);
  if (useIsViewer()) return null;
  return (
    <>
      <Button {...props} onClick={() => setIsOpen(true)}>
        <FlaskConical aria-hidden="true" />
        Send test email
      </Button>
      {isOpen ? <TestEmailDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
