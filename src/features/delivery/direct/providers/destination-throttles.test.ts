import { beforeEach, describe, expect, test } from "vitest";
import {
  type AttemptedServer,
  DestinationThrottles,
  type HostsOf,
  type Mail,
} from "./destination-throttles.ts";

let time: number;
let isOnlyAccount: boolean;
let throttles: DestinationThrottles;

beforeEach(() => {
  time = 1e9;
  isOnlyAccount = false;
  throttles = new DestinationThrottles({
    isOnlyAccount: () => isOnlyAccount,
    onDelivered: () => undefined,
    now: () => time,
  });
});

/** Mail to a domain whose only host belongs to the provider. */
function mailTo(domain: string, accountId: string, address = "192.0.2.1", name = "mx.big.example"): Mail {
  const host = { name, preference: 10, canonicalName: name, authenticated: false };
  const hosts = [{ ...host, addresses: [{ address, family: 4 as const }] }];
  const destination: HostsOf = {
    kind: "hosts",
    domain,
    provider: "big.example",
    providerHosts: new Set(["mx.big.example"]),
    hosts,
    authenticated: false,
  };
  return { destination, accountId, pool: null };
}

function attempt(mail: Mail, outcome: AttemptedServer["outcome"], slowDown = false) {
  if (outcome === "unreachable") time += 10_000;
  const throttle = throttles.throttleOf(mail);
  const [host] = mail.destination.hosts;
  const address = host?.addresses[0]?.address ?? "";
  const asked = [{ host: host?.name ?? "", address, outcome, slowDown, reason: "refused" }];
  return { throttle: throttle.name, feedback: throttles.learn(mail, throttle, asked) };
}
const nameOf = (mail: Mail) => throttles.throttleOf(mail).name;
/** Whether the attempt closes the provider, and not only the domain. */
const closes = ({ throttle, feedback }: ReturnType<typeof attempt>) =>
  throttle === "big.example" && feedback?.failure?.isConfirmed === true;

describe("a domain shares the throttle of a provider", () => {
  test("once the first address to be tried has accepted mail there", () => {
    expect(nameOf(mailTo("one.example", "a"))).toBe("@one.example");
    attempt(mailTo("one.example", "a"), "reached-mail");
    expect(nameOf(mailTo("one.example", "a"))).toBe("@one.example");
    attempt(mailTo("one.example", "a"), "delivered");
    expect(nameOf(mailTo("one.example", "a"))).toBe("big.example");
    expect(nameOf(mailTo("two.example", "b"))).toBe("big.example");
    expect(nameOf(mailTo("evil.example", "c", "192.0.2.9"))).toBe("@evil.example");
  });

  test("only by a host below the provider's name", () => {
    const beside = mailTo("evil.example", "c", "192.0.2.9", "mx.evil.example");
    attempt(beside, "delivered");
    expect(nameOf(beside)).toBe("@evil.example");
    expect(nameOf(mailTo("other.example", "c", "192.0.2.9"))).toBe("@other.example");
  });

  test("until its servers fail, and again when they reply", () => {
    const mail = mailTo("one.example", "a");
    attempt(mail, "delivered");
    expect(closes(attempt(mail, "unreachable"))).toBe(false);
    expect(nameOf(mail)).toBe("@one.example");
    expect(attempt(mail, "unreachable").feedback?.failure).toMatchObject({ longestMs: 120_000 });
    attempt(mail, "reached-mail");
    expect(nameOf(mail)).toBe("big.example");
  });

  test("also after a restart, from the stored addresses", () => {
    throttles.remember({ throttle: "big.example", address: "192.0.2.1", agoMs: 86_400_000 });
    expect(nameOf(mailTo("one.example", "a"))).toBe("big.example");
  });
});

describe("a provider is closed", () => {
  /** Sends mail of each account, to a domain of its own, to a host that does not reply. */
  const fail = (accounts: string[], address?: string) =>
    accounts.map((account, n) => attempt(mailTo(`d${n}.example`, account, address), "unreachable"));
  const isClosed = () => closes(attempt(mailTo("next.example", "next"), "unreachable"));

  test("when hosts that accepted mail fail for two accounts and two domains, for two minutes at most", () => {
    attempt(mailTo("one.example", "a"), "delivered");
    expect(fail(["a", "b"]).map(({ throttle }) => throttle)).toEqual(["big.example", "@d1.example"]);
    const next = attempt(mailTo("d2.example", "c"), "unreachable");
    expect([closes(next), next.feedback?.failure?.longestMs]).toEqual([true, 120_000]);
    attempt(mailTo("d2.example", "c"), "reached-mail");
    expect(isClosed()).toBe(false);
  });

  test("not by connections that fail while others succeed", () => {
    for (const [n, account] of ["a", "b", "c"].entries()) {
      attempt(mailTo("one.example", "a"), "delivered");
      time -= 10_000;
      attempt(mailTo(`d${n}.example`, account), "unreachable");
    }
    expect(nameOf(mailTo("next.example", "d"))).toBe("big.example");
    expect(nameOf(mailTo("d0.example", "a"))).toBe("@d0.example");
  });

  test("not by one account", () => {
    attempt(mailTo("one.example", "a"), "delivered");
    fail(["a", "a", "a"]);
    expect(closes(attempt(mailTo("next.example", "a"), "unreachable"))).toBe(false);
  });

  test("not by one domain", () => {
    attempt(mailTo("one.example", "a"), "delivered");
    for (const account of ["a", "b", "c"]) attempt(mailTo("d.example", account), "unreachable");
    expect(closes(attempt(mailTo("d.example", "d"), "unreachable"))).toBe(false);
  });

  test("not by hosts that never accepted mail", () => {
    attempt(mailTo("one.example", "a"), "delivered");
    fail(["b", "c", "d"], "192.0.2.9");
    expect(nameOf(mailTo("next.example", "e"))).toBe("big.example");
    expect(isClosed()).toBe(false);
  });

  test("not while another of its hosts has accepted mail within a day", () => {
    attempt(mailTo("one.example", "a"), "delivered");
    attempt(mailTo("two.example", "b", "192.0.2.2"), "delivered");
    fail(["a", "b", "c", "d"]);
    expect(isClosed()).toBe(false);
    expect(nameOf(mailTo("three.example", "c", "192.0.2.2"))).toBe("big.example");
    time += 86_400_000;
    fail(["e", "f"]);
    expect(isClosed()).toBe(true);
  });

  test("by the only account of an instance, for two domains", () => {
    isOnlyAccount = true;
    attempt(mailTo("one.example", "a"), "delivered");
    fail(["a", "a"]);
    expect(isClosed()).toBe(true);
  });

  test("not by a TLS policy, which the recipient domain publishes itself", () => {
    attempt(mailTo("one.example", "a"), "delivered");
    const refused = ["a", "b", "c"].map((account, n) =>
      attempt(mailTo(`evil${n}.example`, account), "refused-tls"),
    );
    expect(refused.map(({ feedback }) => feedback?.failure)).toEqual([null, null, null]);
    expect([nameOf(mailTo("evil0.example", "a")), nameOf(mailTo("one.example", "b"))]).toEqual([
      "@evil0.example",
      "big.example",
    ]);
  });
});

describe("a provider that asks to slow down", () => {
  const warned = (account: string, n = 0) => attempt(mailTo(`d${n}.example`, account), "reached-mail", true);
  beforeEach(() => {
    for (const account of ["a", "b", "c", "d", "e", "f"])
      attempt(mailTo("one.example", account), "delivered");
  });

  test("slows down only the account that it warned, until ten minutes pass without a warning", () => {
    expect(warned("a")).toMatchObject({ throttle: "big.example", feedback: { slowDown: false } });
    expect(warned("a")).toMatchObject({ throttle: "big.example for a", feedback: { slowDown: true } });
    expect(nameOf(mailTo("one.example", "b"))).toBe("big.example");
    time += 600_000;
    expect(nameOf(mailTo("one.example", "a"))).toBe("big.example");
  });

  test("slows down all mail when it warns two accounts, and a quarter of those that sent in the last minute", () => {
    expect(warned("a").feedback?.slowDown).toBe(false);
    expect(warned("b").feedback?.slowDown).toBe(true);
    expect(nameOf(mailTo("one.example", "a"))).toBe("big.example");
  });

  test("slows down only the warned accounts if they are few of many", () => {
    for (let n = 0; n < 20; n += 1) attempt(mailTo("one.example", `more${n}`), "delivered");
    expect([warned("a"), warned("b")].map(({ feedback }) => feedback?.slowDown)).toEqual([false, false]);
  });

  test("slows down all mail when it warns the only account of the instance", () => {
    isOnlyAccount = true;
    expect(warned("a")).toMatchObject({ throttle: "big.example", feedback: { slowDown: true } });
  });

  test("does not affect its throttle from an address that has never accepted mail", () => {
    const rented = mailTo("evil.example", "a", "192.0.2.9");
    expect(attempt(rented, "reached-mail", true)).toMatchObject({ throttle: "@evil.example" });
    expect(nameOf(mailTo("one.example", "a"))).toBe("big.example");
  });

  test("before it sees the message counts as busy, not as unreachable", () => {
    expect(closes(attempt(mailTo("two.example", "a"), "busy", true))).toBe(false);
    expect(nameOf(mailTo("two.example", "b"))).toBe("big.example");
  });
});

describe("a server that accepted mail and then sends no greeting", () => {
  const member = () => mailTo("one.example", "a");
  const beSilent = (mail: Mail) =>
    throttles.learnNoGreeting(mail, throttles.throttleOf(mail), {
      host: "mx.big.example",
      address: "192.0.2.1",
    });

  test("leaves the provider's throttle, even if it answers now and then", () => {
    attempt(member(), "delivered");
    expect(beSilent(member())).toMatchObject({ sent: false, failure: { isConfirmed: false } });
    attempt(member(), "reached-mail");
    expect(nameOf(member())).toBe("@one.example");
    time += 20_000;
    expect(nameOf(member())).toBe("big.example");
  });

  test("stays away for twice as long each time within a day", () => {
    attempt(member(), "delivered");
    for (const awayMs of [20_000, 40_000, 80_000]) {
      beSilent(member());
      attempt(member(), "reached-mail");
      time += awayMs - 1;
      expect(nameOf(member())).toBe("@one.example");
      time += 1;
      expect(nameOf(member())).toBe("big.example");
    }
    time += 86_400_001;
    beSilent(member());
    attempt(member(), "reached-mail");
    time += 20_000;
    expect(nameOf(member())).toBe("big.example");
  });

  test("closes the provider if it is silent for two accounts and two domains and no other server is left", () => {
    attempt(member(), "delivered");
    const mails = [member(), mailTo("two.example", "b")];
    const throttle = throttles.throttleOf(member());
    time += 10_000;
    const [, second] = mails.map((mail) =>
      throttles.learnNoGreeting(mail, throttle, { host: "mx.big.example", address: "192.0.2.1" }),
    );
    expect(second?.failure).toMatchObject({ isConfirmed: true, longestMs: 120_000 });
  });

  test("does not affect the throttle of a recipient domain", () => {
    expect(beSilent(member())).toBeNull();
  });
});
