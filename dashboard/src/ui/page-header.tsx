import type { ReactNode } from "react";
import { useTabTitle } from "./use-tab-title.ts";

type PageHeaderProps = {
  title: string;
  /** The browser tab's title, if it differs. */
  tabTitle?: string;
  /** Above the title: a BackLink. */
  back?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
};

/** The top of a page. Also sets the browser tab's title. */
export function PageHeader({ title, tabTitle = title, back, description, actions }: PageHeaderProps) {
  useTabTitle(tabTitle);
  return (
    <header className="mb-6">
      {back ? <div className="mb-3">{back}</div> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
          {description ? <div className="mt-1 wrap-anywhere text-ink-soft">{description}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </header>
  );
}
