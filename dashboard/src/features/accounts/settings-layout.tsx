import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { PageHeader } from "../../ui/page-header.tsx";
import { settingsQuery } from "./settings.ts";

const PAGES = [
  { to: "/settings/delivery", label: "Delivery", operators: true },
  { to: "/settings/account", label: "Account" },
  { to: "/settings/members", label: "Members" },
  { to: "/settings/tracking", label: "Tracking" },
  { to: "/settings/sessions", label: "Sessions" },
  { to: "/settings/audit", label: "Audit" },
] as const;

export function SettingsLayout() {
  const path = useLocation({ select: (location) => location.pathname });
  const { data: settings } = useQuery(settingsQuery);
  const shown = PAGES.filter((page) => !("operators" in page) || settings?.operator);
  const current = PAGES.find((page) => page.to === path);
  return (
    <>
      <PageHeader title="Settings" tabTitle={current ? `${current.label} · Settings` : "Settings"} />
      <nav aria-label="Settings" className="mb-8 border-b">
        <ul className="-mb-px flex gap-4 overflow-x-auto sm:gap-6">
          {shown.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="block border-b-2 px-0.5 pb-2.5 font-medium whitespace-nowrap -outline-offset-2"
                inactiveProps={{ className: "border-transparent text-ink-soft hover:text-ink" }}
                activeProps={{ className: "border-horn text-ink" }}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}
