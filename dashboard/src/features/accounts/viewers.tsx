import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Alert } from "../../ui/alert.tsx";
import { authQuery } from "./session.ts";
import { settingsQuery } from "./settings.ts";

/** Viewers may read everything and change nothing. The session has the role, so that it is known before any page is shown. */
export function useIsViewer(): boolean {
  const { account } = useSuspenseQuery(authQuery).data;
  // Newer than that of the session, once it is loaded.
  const { data: settings } = useQuery(settingsQuery);
  return (settings?.role ?? account?.role) === "viewer";
}

/** Buttons that change something. Viewers do not see them. */
export function HiddenFromViewers({ children }: { children: ReactNode }) {
  return useIsViewer() ? null : children;
}

/** Settings. Viewers see them disabled, with the reason. */
export function ReadOnlyForViewers({ children }: { children: ReactNode }) {
  const isViewer = useIsViewer();
  return (
    <>
      {isViewer ? (
        <Alert>You are a viewer of this account, so you cannot change these settings.</Alert>
      ) : null}
      <fieldset disabled={isViewer} className="contents">
        {children}
      </fieldset>
    </>
  );
}
