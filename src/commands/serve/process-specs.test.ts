import { expect, test } from "vitest";
import { roleSpecs } from "./process-specs.ts";

const from = { env: { LOG_LEVEL: "warn" }, databaseUrl: "postgresql://x" };

test("api and worker run as another user and know that the roles with mail ports run as root", () => {
  const user = { uid: 1000, gid: 1000 };
  const specs = roleSpecs({ roles: ["api", "smtp", "inbound", "worker"], workers: 2 }, { ...from, user });
  expect(specs.map(({ name, user, env }) => [name, user?.uid, env.POSTHOUSE_SUPERVISOR])).toEqual([
    ["api", 1000, "root"],
    ["smtp+inbound", undefined, undefined],
    ["worker 1", 1000, "root"],
    ["worker 2", 1000, "root"],
  ]);
});

test("without another user all roles run as the supervisor", () => {
  const specs = roleSpecs({ roles: ["api", "worker"], workers: 1 }, { ...from, user: null });
  for (const spec of specs) {
    expect(spec.user).toBeUndefined();
    expect(spec.env).toEqual({ LOG_LEVEL: "warn", DATABASE_URL: "postgresql://x" });
  }
});
