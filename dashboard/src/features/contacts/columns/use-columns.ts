import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { browserStorage } from "../../../browser-storage.ts";
import { settingsQuery } from "../../accounts/settings.ts";
import { loadColumns, storeColumns } from "./property-columns.ts";

const NO_COLUMNS: string[] = [];

/** The properties that the list shows as columns, kept in this browser for each account. */
export function useColumns(): { columns: string[]; change: (columns: string[]) => void } {
  const accountId = useQuery(settingsQuery).data?.account.id;
  const [changed, setChanged] = useState<string[] | null>(null);
  const kept = useMemo(
    () => (accountId === undefined ? NO_COLUMNS : loadColumns(browserStorage("local"), accountId)),
    [accountId],
  );
  const change = (columns: string[]): void => {
    setChanged(columns);
    if (accountId !== undefined) storeColumns(browserStorage("local"), accountId, columns);
  };
  return { columns: changed ?? kept, change };
}
