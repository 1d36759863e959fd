import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";
import { useTabTitle } from "../../ui/use-tab-title.ts";

type EntryCardProps = {
  title: string;
  /** The browser tab's title, if it differs. */
  tabTitle?: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/** The card of a sign-in page. */
export function EntryCard({ title, tabTitle = title, description, children, footer }: EntryCardProps) {
  useTabTitle(tabTitle);
  return (
    <>
      <h1 className="text-center text-xl font-semibold tracking-tight">{title}</h1>
      {description ? <p className="mt-2 text-center text-balance text-ink-soft">{description}</p> : null}
      <Card className="mt-6 p-6">{children}</Card>
      {footer ? <div className="mt-5 text-center text-ink-soft">{footer}</div> : null}
    </>
  );
}
