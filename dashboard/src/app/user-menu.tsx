import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { authQuery } from "../features/accounts/session.ts";
import { settingsQuery } from "../features/accounts/settings.ts";
import { useSignOut } from "../features/accounts/sign-out.tsx";
import {
  ChevronsUpDown,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  ScrollText,
  Settings,
  Sun,
  Users,
} from "../ui/icons.gen.ts";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "../ui/menu.tsx";
import { chooseTheme, useTheme } from "./theme.ts";

// Few people have several accounts, and the first load of a page is limited.
const AccountChoice = lazy(() =>
  import("../features/accounts/members/account-choice.tsx").then((module) => ({
    default: module.AccountChoice,
  })),
);

/** The signed-in user, settings, audit log, theme, shortcuts, sign-out. */
export function UserMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const { user } = useSuspenseQuery(authQuery).data;
  const isViewer = useQuery(settingsQuery).data?.role === "viewer";
  const navigate = useNavigate();
  const leave = useSignOut();
  const theme = useTheme();
  const name = user?.name ?? user?.email ?? "";
  return (
    <Menu
      align="start"
      side="top"
      className="w-56"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2.5 rounded-lg p-2 text-left hover:bg-hover aria-expanded:bg-hover"
        >
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-ink uppercase"
          >
            {name.slice(0, 1)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-[13px] font-medium">{name}</span>
            {isViewer || user?.name ? (
              <span className="block truncate text-xs text-ink-faint">
                {isViewer ? "View only" : user?.email}
              </span>
            ) : null}
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
        </button>
      }
    >
      <MenuItem icon={Settings} onSelect={() => void navigate({ to: "/settings/account" })}>
        Settings
      </MenuItem>
      <Suspense>
        <AccountChoice />
      </Suspense>
      <MenuItem icon={Users} onSelect={() => void navigate({ to: "/settings/members" })}>
        Members
      </MenuItem>
      <MenuItem icon={ScrollText} onSelect={() => void navigate({ to: "/settings/audit" })}>
        Audit log
      </MenuItem>
      <MenuItem icon={Keyboard} onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Theme</MenuLabel>
      <MenuChoice
        label="Theme"
        value={theme}
        onChange={chooseTheme}
        options={[
          { value: "light", label: "Light", icon: Sun },
          { value: "dark", label: "Dark", icon: Moon },
          { value: "system", label: "System", icon: Monitor },
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => leave.mutate()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
