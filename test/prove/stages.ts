import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { terminateBackends } from "./backend-run.ts";
import { proveBacklog } from "./backlog/backlog-run.ts";
import { jumpClocks, shiftableClocks } from "./clock-run.ts";
import { compareWithControl } from "./control/control-run.ts";
import { proveCrashes } from "./crash-run.ts";
import { proveDeadDestination } from "./dead-destination-run.ts";
import { fillDisk } from "./disk-run.ts";
import { proveAmbiguousDots } from "./dots-run.ts";
import { proveFlood } from "./flood-run.ts";
import { proveFollowersAlone, proveRollupsAlone } from "./followers/followers-stage.ts";
import { proveNoForgery } from "./forgeries/forgeries-run.ts";
import { proveSubmission } from "./fuzz-stage.ts";
import { proveHttp } from "./http-fuzz/prove-http.ts";
import { proveIsolation } from "./isolation/isolation-run.ts";
import { killAtEachPhase } from "./phase-run.ts";
import { raceFrozenWorkers, stopped } from "./race-run.ts";
import { proveSmtpFaults } from "./smtp-faults/faults-run.ts";
import { proveNoSmuggling } from "./smuggling-run.ts";
import { onStage } from "./stage.ts";
import { proveStorm } from "./storm-run.ts";
import { killAtEveryWrite } from "./syscall-run.ts";
import { proveByTests } from "./tests-stage.ts";
import { proveTrackingAlone } from "./tracking-run.ts";
import type { Verdict } from "./verdict.ts";
import { proveWebhooksAlone } from "./webhooks/webhooks-run.ts";

/** `figures`: the results of a stage without ledgers. */
export type StageReport = {
  ok: boolean;
  misrecorded?: string[];
  unbacked?: string[];
  refusals?: string[];
} & ({ verdict: Verdict } | { figures: object });
export type StageOptions = { kills: number; seed: number; backlog: number };
export type ProofStage = {
  /** The target, in words. */
  bar: string;
  /** A number of kills other than the default. */
  kills?: number;
  play: (options: StageOptions) => Promise<StageReport>;
};

const directory = () => mkdtemp(join(tmpdir(), "prove-"));
const BY_LEDGERS = "nothing lost, no unexplained copy, none damaged, all recorded correctly";

/** The stages of `npm run prove`, by name. The ledgers are kept in the system's temporary directory. */
export const stages: Record<string, ProofStage> = {
  webhooks: {
    bar: "1,000 kills between the receipt of a request and the commit of its record, with strict and default order: no event lost, no unexplained copy, one id and body for all copies, and later events of an email wait for one that fails, as its webhook promises",
    kills: 1_000,
    play: ({ kills, seed }) => proveWebhooksAlone({ kills, seed }),
  },
  crash: {
    bar: `random kills of every process: ${BY_LEDGERS}`,
    play: async (options) =>
      proveCrashes({
        ...options,
        directory: await directory(),
        onProgress: (line) => console.error(line),
      }),
  },
  backlog: {
    bar: `a standing backlog, random kills, and a database that is read-only, slow and full: ${BY_LEDGERS}; no event, attempt or delay without a try, and no 4xx`,
    kills: 500,
    play: async (options) => proveBacklog({ ...options, directory: await directory() }),
  },
  phases: {
    bar: `a kill at each phase of a conversation: ${BY_LEDGERS}`,
    play: async () => {
      const report = await onStage({ directory: await directory() }, (stage) =>
        killAtEachPhase(stage, "retry"),
      );
      return { ok: report.verdict.ok, ...report };
    },
  },
  held: {
    bar: "the same with uncertain recipients held: exactly one copy of each",
    play: async () => {
      const report = await onStage({ directory: await directory() }, (stage) =>
        killAtEachPhase(stage, "hold"),
      );
      const isOnce = Object.values(report.copies).every((count) => count === 1);
      return { ok: report.verdict.ok && isOnce, ...report };
    },
  },
  writes: {
    bar: `API and worker killed in their nth write and their nth writev, for each n that occurs: ${BY_LEDGERS}`,
    play: async () => onStage({ directory: await directory() }, killAtEveryWrite),
  },
  faults: {
    bar: "each SMTP phase × fault has the outcome of the golden table, with a connection and a pool",
    play: () => proveSmtpFaults(3),
  },
  dots: {
    bar: "1,000 dots without a reply: retried once and recorded so, or held and never sent again",
    play: async () => onStage({ directory: await directory() }, (stage) => proveAmbiguousDots(stage, 1_000)),
  },
  race: {
    bar: `workers that are frozen past their leases: ${BY_LEDGERS}`,
    play: async () =>
      onStage({ directory: await directory(), args: ["--workers", "3"] }, (stage) =>
        raceFrozenWorkers(stage, [stopped]),
      ),
  },
  backends: {
    bar: `database connections closed at random: ${BY_LEDGERS}`,
    play: async () =>
      onStage({ directory: await directory() }, (stage) => terminateBackends(stage, { seconds: 30 })),
  },
  disk: {
    bar: `a full disk: responses are 503, ${BY_LEDGERS}`,
    play: async () => fillDisk(await directory()),
  },
  clocks: {
    bar: `clocks shifted by days: ${BY_LEDGERS}`,
    play: async () => {
      const place = await directory();
      const env = await shiftableClocks(place);
      return onStage({ directory: place, env }, (stage) =>
        jumpClocks(stage, { env, rate: 200, acceptedPerJump: 300 }),
      );
    },
  },
  tracking: {
    bar: "the processes that write and store hits killed and the database unavailable at random, while links are followed: no click whose redirect arrived is lost, none is counted twice",
    kills: 50,
    play: ({ kills, seed }) => proveTrackingAlone({ kills, seed }),
  },
  flood: {
    bar: "1,000,000 requests of one link: all redirected, 20 a minute counted, other links counted once, no call of the API refused, flat memory",
    play: () => proveFlood({ requests: 1_000_000 }),
  },
  storm: {
    bar: "1,000 keys × 50 clients on two nodes that are killed: each key sends exactly once",
    play: ({ kills, seed }) => proveStorm({ keys: kills * 10, callers: 50, wave: 10, killEvery: 1, seed }),
  },
  fuzz: {
    bar: "100,000 malformed HTTP requests and a minute of mutated SMTP sessions: no restart, no internal error, flat memory",
    play: async ({ seed }) => {
      const http = await proveHttp({ requests: 100_000, seed });
      const submission = await proveSubmission({ seconds: 60, seed });
      return { ok: http.ok && submission.ok, figures: { ...http.figures, submission: submission.figures } };
    },
  },
  submission: {
    bar: "mutated SMTP sessions for two minutes: no crash, flat memory, no leaked descriptor",
    play: ({ seed }) => proveSubmission({ seconds: 120, seed }),
  },
  smuggling: {
    bar: "smuggling sequences arrive as one message at Postfix, Exim and OpenSMTPD",
    play: () => proveNoSmuggling(),
  },
  forgeries: {
    bar: "10,000 forged bounces and complaints suppress no recipient; a real one does",
    play: ({ seed }) => proveNoForgery({ forgeries: 10_000, seed }),
  },
  dead: {
    bar: "100,000 emails for a destination that never replies: p99 of other mail below 2×",
    play: () => proveDeadDestination({ waiting: 100_000, measured: 1_000 }),
  },
  isolation: {
    bar: "attacking tenants: p99 of another tenant's mail at most doubles, and none of their data is shown to it",
    play: () => proveIsolation(),
  },
  followers: {
    bar: "1,000 kills of a follower, at each of its statements in turn, 1,000 broken connections and 10 frozen processes: each effect exists exactly once, and counts equal a recount",
    kills: 1_000,
    play: ({ kills, seed }) => proveFollowersAlone({ kills, stops: Math.ceil(kills / 100), seed }),
  },
  rollups: {
    bar: "1,000 kills of the follower of the roll-ups, at each of its statements in turn: every figure equals a recount of mail, events, opens and clicks, in total and by tag",
    kills: 1_000,
    play: ({ kills, seed }) => proveRollupsAlone({ kills, seed }),
  },
  bounces: {
    bar: "three sets of real bounces: kind, recipient and hard/soft right for 97 %, at most 0.3 % false hard; at most 0.1 % of ordinary mail classified as a bounce; no reply before RCPT blames a recipient",
    play: () =>
      proveByTests([
        "src/mail/report",
        "src/mail/smtp/reply-meanings",
        "src/features/delivery/transmit/refused-sender.db.test.ts",
      ]),
  },
  sweeps: {
    bar: "every broken request with every kind of credentials, and a connection reset before and after every statement, on every route: no 500 and no ended process; every route with each value of another account and each kind of wide JSON in each place; each failure at every statement of a worker: no lost event and no lost attempt; every page of the dashboard is accessible and does not shift, narrow and wide",
    play: () =>
      proveByTests(
        [
          "test/e2e/http-broken-requests.test.ts",
          "test/e2e/http-database-faults.test.ts",
          "test/e2e/http-wide-json.test.ts",
          "test/e2e/idor.test.ts",
          "src/features/delivery/failing-statements.db.test.ts",
          "test/e2e/dashboard-accessibility.test.ts",
          "test/e2e/dashboard-layout-shifts.test.ts",
        ],
        { FULL_SWEEP: "on" },
      ),
  },
  signatures: {
    bar: "OpenDKIM, Python's dkim, Mail::DKIM and rspamd verify the signatures; SpamAssassin scores the mail below 2",
    play: () => proveByTests(["src/mail/dkim"]),
  },
  control: {
    bar: "Posthouse without an error; losses and duplicates of others under the same kills are reported",
    play: async ({ kills, seed }) =>
      compareWithControl({ kills: Math.min(kills, 20), seed, directory: await directory() }),
  },
};
