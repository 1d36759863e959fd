import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { keysQuery } from "./keys.ts";

/** Returns a function from a key's id to "API key" and its name, or its id if it is revoked or the list is not loaded. */
export function useKeyNames(): (id: number | null) => string {
  const keys = useQuery(keysQuery).data?.keys;
  return useMemo(() => {
    const names = new Map(keys?.map(({ id, name }) => [id, name]));
    return (id) => (id === null ? "API key" : `API key ${names.get(id) ?? id}`);
  }, [keys]);
}
