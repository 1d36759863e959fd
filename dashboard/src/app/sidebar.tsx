import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BookOpen, ExternalLink } from "lucide-react";
import { settingsQuery } from "../features/accounts/settings.ts";
import { ModeChip } from "../features/delivery/mode-chip.tsx";
import { cx } from "../ui/cx.ts";
import { Logo } from "./logo.tsx";
import { NAVIGATION } from "./navigation.ts";
import { UserMenu } from "./user-menu.tsx";

const ITEM_STYLES =
  "flex h-9 items-center gap-2.5 rounded-lg px-2.5 font-medium transition-colors hover:bg-hover hover:text-ink [&_svg]:size-4 [&_svg]:shrink-0";

/** Navigation: at the left of wide screens, in a drawer on narrow ones. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { data: settings } = useQuery(settingsQuery);
  const shown = NAVIGATION.filter((page) => !("operators" in page) || settings?.operator);
  return (
    <div className="flex h-full flex-col p-3">
      <div className="flex h-12 items-center gap-1.5 pl-2.5">
        <Logo />
        <ModeChip {...(onNavigate ? { onNavigate } : {})} />
      </div>
      <nav aria-label="Main" className="mt-3 flex-1">
        <ul className="grid gap-0.5">
          {shown.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: to === "/", includeSearch: false }}
                className={ITEM_STYLES}
                inactiveProps={{ className: "text-ink-soft" }}
                activeProps={{ className: "bg-hover text-ink [&_svg]:text-accent-ink" }}
                {...(onNavigate ? { onClick: onNavigate } : {})}
              >
                <Icon aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <a href="/docs" target="_blank" rel="noopener" className={cx(ITEM_STYLES, "mb-1 text-ink-soft")}>
        <BookOpen aria-hidden="true" />
        API reference
        <ExternalLink aria-label="Opens in a new tab" className="ml-auto text-ink-faint" />
      </a>
      <UserMenu />
    </div>
  );
}
