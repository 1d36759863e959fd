import { useQuery } from "@tanstack/react-query";
import type { Alert } from "../../api-types.ts";
import { settingsQuery } from "../accounts/settings.ts";
import { alertsQuery } from "./health.ts";

/** The instance's open alerts. Empty for people who are not operators, and until the first response. */
export function useOpenAlerts(): Alert[] {
  const { data: settings } = useQuery(settingsQuery);
  const { data } = useQuery({ ...alertsQuery(), enabled: settings?.operator === true });
  return data?.open ?? [];
}

/** False until it is known whether there are open alerts. */
export function useAreAlertsKnown(): boolean {
  const { isPending, data: settings } = useQuery(settingsQuery);
  const { isLoading } = useQuery({ ...alertsQuery(), enabled: settings?.operator === true });
  return !isPending && !isLoading;
}
