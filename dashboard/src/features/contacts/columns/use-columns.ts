import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { browserStorage } from "../../../browser-storage.ts";
import { settingsQuery } from "../../accounts/settings.ts";
import { loadColumns, storeColumns } from "./property-columns.ts";

const NO_COLUMNS: string[] = [];

export type Columns = {
  columns: string[];
  /** Whether the account is loaded. Until then, `columns` is empty, and a change would overwrite the stored columns. */
  isReady: boolean;
  change: (columns: string[]) => void;
};

/** The properties that the list shows as columns, kept in this browser for each account. */
export function useColumns(): Columns {
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
  return { columns: changed ?? kept, isReady: accountId !== undefined, change };
}
