import { useState } from "react";
import type { Webhook } from "../../api-types.ts";
import { lazyPart } from "../../app/lazy-part.tsx";
import { Button } from "../../ui/button.tsx";
import { Ellipsis, FlaskConical, Pause, Pencil, Play, RotateCcwClock, Trash } from "../../ui/icons.gen.ts";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { useIsViewer } from "../accounts/viewers.tsx";

const DIALOGS = {
  test: lazyPart(() => import("./test-dialog.tsx"), "TestDialog"),
  edit: lazyPart(() => import("./form/edit-webhook-dialog.tsx"), "EditWebhookDialog"),
  replay: lazyPart(() => import("./replay-dialog.tsx"), "ReplayDialog"),
  disable: lazyPart(() => import("./disable-dialog.tsx"), "DisableDialog"),
  enable: lazyPart(() => import("./enable-dialog.tsx"), "EnableDialog"),
  remove: lazyPart(() => import("./remove-webhook-dialog.tsx"), "RemoveWebhookDialog"),
};

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const OpenDialog = open && DIALOGS[open];
  if (useIsViewer()) return null;
  return (
    <>
      {webhook.enabled ? null : (
        <Button variant="primary" onClick={() => setOpen("enable")}>
          <Play aria-hidden="true" />
          Enable
        </Button>
      )}
      <Button onClick={() => setOpen("test")}>
        <FlaskConical aria-hidden="true" />
        Send test
      </Button>
      <Button onClick={() => setOpen("edit")}>
        <Pencil aria-hidden="true" />
        Edit
      </Button>
      <Menu
        trigger={
          <Button aria-label="More actions" className="px-2.5">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem icon={RotateCcwClock} onSelect={() => setOpen("replay")}>
          Replay events…
        </MenuItem>
        {webhook.enabled ? (
          <MenuItem icon={Pause} onSelect={() => setOpen("disable")}>
            Disable…
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon={Trash} tone="danger" onSelect={() => setOpen("remove")}>
          Delete…
        </MenuItem>
      </Menu>
      {OpenDialog ? <OpenDialog webhook={webhook} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
