import { expect, test } from "vitest";
import { OwnFailures } from "./own-failures.ts";

function watched() {
  const logged: object[] = [];
  const clock = { now: 0 };
  const log = { error: (about: object) => void logged.push(about) } as never;
  return { logged, clock, failures: new OwnFailures({ log, now: () => clock.now }) };
}

const away = Object.assign(new Error("the database system is starting up"), { code: "57P03" });
const about = { emailId: "email" };

test("512 recipients that fail together cause one pause and one log line", () => {
  const { logged, failures } = watched();
  for (let n = 0; n < 512; n += 1)
    expect(failures.record(away, about)).toEqual({ kind: "untried", why: "failure" });
  expect(logged).toMatchObject([{ event: "delivery.failed", err: away, emailId: "email" }]);
  expect(failures.pauseMs).toBe(200);
});

test("the pause doubles up to five seconds, and a success ends that", () => {
  const { clock, failures } = watched();
  const pauses = Array.from({ length: 7 }, () => {
    failures.record(away, about);
    const { pauseMs } = failures;
    clock.now += pauseMs;
    return pauseMs;
  });
  expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  failures.end();
  failures.record(away, about);
  expect(failures.pauseMs).toBe(200);
});

test("a machine without file descriptors is a failure of all mail; unreadable keys of one domain are not, and pause no other mail", () => {
  const { failures } = watched();
  const sealed = new Error(
    "the DKIM keys of example.com are encrypted with another secret key than this node's",
  );
  expect(failures.record(sealed, about)).toMatchObject({ cooldownSeconds: 30 });
  expect(failures.pauseMs).toBe(0);
  failures.record(Object.assign(new Error("too many open files"), { code: "EMFILE" }), about);
  expect(failures.pauseMs).toBe(200);
});
