import dns from "node:dns";
import { afterEach, expect, test, vi } from "vitest";
import { startBusyServer } from "../../../../test/harness/busy-server.ts";
import { Dialogue } from "./dialogue.ts";

afterEach(() => void vi.restoreAllMocks());

test("a name with several addresses gets more time for each than Node's half a second", async () => {
  vi.spyOn(dns, "lookup").mockImplementation(((_name: string, _options: unknown, found: Found) =>
    process.nextTick(found, null, [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ])) as never);
  const server = await startBusyServer();
  try {
    const dialogue = new Dialogue({ host: "relay.example", port: server.port });
    expect(await dialogue.connected(8_000)).toBe(null);
    dialogue.destroy("");
  } finally {
    await server.close();
  }
});

type Found = (error: null, addresses: { address: string; family: number }[]) => void;
