import { expect, test } from "vitest";
import { startersOfDebianServers } from "../mail-servers/debian-servers.ts";
import { proveNoSmuggling } from "../prove/smuggling-run.ts";

const names = startersOfDebianServers().map(([name]) => name);
for (const missing of ["postfix", "exim", "opensmtpd"].filter((name) => !names.includes(name)))
  process.stderr.write(
    `SKIPPED in part, because ${missing} is not installed (see test/mail-servers/fetch): test/e2e/smuggling.test.ts\n`,
  );

test.runIf(names.length > 0)(
  `a smuggling sequence arrives as one message: ${names.join(", ")} (C13)`,
  async () => {
    const { ok, figures } = await proveNoSmuggling();
    expect(figures).toMatchObject(Object.fromEntries(names.map((name) => [name, { wrong: [] }])));
    expect(ok).toBe(true);
  },
);
