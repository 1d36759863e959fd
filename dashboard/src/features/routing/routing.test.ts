import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { relaysQuery } from "./routing.ts";

test("a failed load of relays stays an error until the user retries", async () => {
  const client = new QueryClient();
  const { refetchInterval, ...relays } = relaysQuery("account");
  const waitAfter = async (queryFn: () => Promise<{ relays: [] }>) => {
    await client.fetchQuery({ ...relays, queryFn, retry: false }).catch(() => undefined);
    const query = client.getQueryCache().find<{ relays: [] }>({ queryKey: relays.queryKey });
    return typeof refetchInterval === "function" && query ? refetchInterval(query as never) : refetchInterval;
  };
  expect(await waitAfter(() => Promise.reject(new Error("away")))).toBe(false);
  expect(await waitAfter(async () => ({ relays: [] }))).toBeGreaterThan(0);
});
