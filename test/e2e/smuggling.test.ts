import { expect, test } from "vitest";
import { startersOfDebianServers } from "../mail-servers/debian-servers.ts";
import { proveNoSmuggling } from "../prove/smuggling-run.ts";

const names = startersOfDebianServers().map(([name]) => name);
for (const missing of ["postfix", "exim", "opensmtpd"].filter((name) => !names.includes(name)))
  process.stderr.write(
    `LEFT OUT, for want of ${missing} (see test/mail-servers/fetch): a part of test/e2e/smuggling.test.ts\n`,
  );

test.runIf(names.length > 0)(
  `C13 what would smuggle a second message arrives as one: ${names.join(", ")}`,
  async () => {
    const { ok, figures } = await proveNoSmuggling();
    expect(figures).toMatchObject(Object.fromEntries(names.map((name) => [name, { wrong: [] }])));
    expect(ok).toBe(true);
  },
);
