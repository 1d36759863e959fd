import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { settingsQuery } from "../features/accounts/settings.ts";
import { ModeChip } from "../features/delivery/mode-chip.tsx";
import { useOpenAlerts } from "../features/health/use-open-alerts.ts";
import { unreadQuery } from "../features/inbox/inbox.ts";
import { formatCount } from "../features/queue/format-count.ts";
import { queueQuery } from "../features/queue/queue.ts";
import { pollEvery } from "../poll.ts";
import { cx } from "../ui/cx.ts";
import { BookOpen, ExternalLink, Search } from "../ui/icons.gen.ts";
import { Logo } from "./logo.tsx";
import { NAVIGATION, type NavigationPage } from "./navigation.ts";
import { UserMenu } from "./user-menu.tsx";

const ITEM_STYLES =
  "flex h-8 items-center gap-2.5 rounded-lg px-2.5 font-medium transition-colors hover:bg-hover hover:text-ink [&_svg]:size-4 [&_svg]:shrink-0";

type SidebarProps = {
  onOpenPalette: () => void;
  onShowShortcuts: () => void;
  onNavigate?: () => void;
};

/** Navigation: at the left of wide screens, in a drawer on narrow ones. */
export function Sidebar({ onOpenPalette, onShowShortcuts, onNavigate }: SidebarProps) {
  const { data: settings } = useQuery(settingsQuery);
  const isShown = (page: NavigationPage): boolean => !page.isForOperators || settings?.operator === true;
  return (
    <div className="flex h-full flex-col overflow-y-auto p-3">
      <div className="flex h-12 shrink-0 items-center gap-1.5 pl-2.5">
        <Logo />
        <ModeChip {...(onNavigate ? { onNavigate } : {})} />
      </div>
      <button
        type="button"
        onClick={onOpenPalette}
        className="mt-1 flex h-9 shrink-0 items-center gap-2.5 rounded-lg border bg-surface px-2.5 text-ink-soft shadow-control hover:text-ink"
      >
        <Search aria-hidden="true" className="size-4" />
        Search
        <span aria-hidden="true" className="ml-auto text-xs text-ink-faint">
          {isMac() ? "⌘K" : "Ctrl K"}
        </span>
      </button>
      <nav aria-label="Main" className="mt-2 flex-1">
        {NAVIGATION.map(({ label, pages }) => (
          <PageGroup
            key={label}
            label={label}
            pages={pages.filter(isShown)}
            {...(onNavigate ? { onNavigate } : {})}
          />
        ))}
      </nav>
      <a href="/docs" target="_blank" rel="noopener" className={cx(ITEM_STYLES, "my-1 text-ink-soft")}>
        <BookOpen aria-hidden="true" />
        Documentation
        <ExternalLink aria-label="Opens in a new tab" className="ml-auto text-ink-faint" />
      </a>
      <UserMenu onShowShortcuts={onShowShortcuts} />
    </div>
  );
}

type PageGroupProps = { label: string | null; pages: NavigationPage[]; onNavigate?: () => void };

function PageGroup({ label, pages, onNavigate }: PageGroupProps) {
  return (
    <div className="mt-3">
      {label === null ? null : (
        <p aria-hidden="true" className="px-2.5 pb-1 text-xs font-medium text-ink-faint">
          {label}
        </p>
      )}
      <ul aria-label={label ?? undefined} className="grid gap-0.5">
        {pages.map(({ to, label: name, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === "/", includeSearch: false }}
              className={ITEM_STYLES}
              inactiveProps={{ className: "text-ink-soft" }}
              activeProps={{
                className:
                  "relative bg-hover text-ink before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-horn [&_svg]:text-horn",
              }}
              {...(onNavigate ? { onClick: onNavigate } : {})}
            >
              <Icon aria-hidden="true" />
              {name}
              {to === "/health" ? <OpenAlertsBadge /> : null}
              {to === "/inbox" ? <UnreadBadge /> : null}
              {to === "/queue" ? <QueueBadge /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OpenAlertsBadge() {
  const { length } = useOpenAlerts();
  if (length === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-bad-soft px-1.5 text-xs font-semibold text-bad tabular-nums">
      {length}
      <span className="sr-only">{length === 1 ? " open alert" : " open alerts"}</span>
    </span>
  );
}

function UnreadBadge() {
  const { data } = useQuery(unreadQuery);
  if (!data || data.unread === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent-ink tabular-nums">
      {data.unread.toLocaleString("en")}
      {data.unread_is_exact ? "" : "+"}
      <span className="sr-only"> unread</span>
    </span>
  );
}

/** Counting is cheap but not free, and the badge is on every page. */
const QUEUE_POLL_MS = 30_000;

/** Recipients that need a decision. Others leave the queue by themselves, and scheduled mail is no cause for alarm. */
function QueueBadge() {
  const { data } = useQuery({
    ...queueQuery({}),
    refetchInterval: pollEvery(QUEUE_POLL_MS),
  });
  if (!data || data.totals.uncertain === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-warn-soft px-1.5 text-xs font-semibold text-warn tabular-nums">
      {formatCount(data.totals.uncertain, data.counted_up_to)}
      <span className="sr-only"> uncertain</span>
    </span>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
