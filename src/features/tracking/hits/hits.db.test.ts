import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { MEASURED } from "../../../../test/harness/measured.ts";
import { until } from "../../../../test/harness/until.ts";
import { DatabaseClock, openDatabase } from "../../../platform/db/index.ts";
import { lockFile } from "../../../platform/files/index.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import {
  changeContact,
  changedFields,
  createContact,
  readContactFields,
  removeContact,
} from "../../contacts/index.ts";
import { clickOf } from "./hit.fixture.ts";
import { type Hit, lineOf } from "./hit.ts";
import { HitCollector } from "./hit-collector.ts";
import { HitFile } from "./hit-file.ts";
import { MAX_IN_MEMORY } from "./hit-queue.ts";
import { Hits } from "./hits.ts";

const log = createLogger("silent", "test");
const database = useDatabase();
let directory: string;
let accountNumber: number;
let accountId: string;
let emailId: string;
let running: { stop(): Promise<void> }[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hits-"));
  running = [];
  accountId = newId();
  const { rows } = await database.pool.query(
    "INSERT INTO accounts (id, name) VALUES ($1, 'Test') RETURNING number",
    [accountId],
  );
  accountNumber = rows[0].number;
  emailId = await insertEmail(600);
});
afterEach(async () => {
  for (const each of running) await each.stop();
  await rm(directory, { recursive: true });
});

/** An email with one recipient, delivered `secondsAgo`. */
async function insertEmail(secondsAgo: number, address = "a@example.com"): Promise<string> {
  const id = newId();
  await database.pool.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, state, due_at, updated_at)
     VALUES ($1, $2, 0, $4, lower($4), 'delivered', NULL, now() - make_interval(secs => $3))`,
    [accountId, id, secondsAgo, address],
  );
  return id;
}

function write(options: Partial<ConstructorParameters<typeof Hits>[0]> = {}): Hits {
  const hits = new Hits({ directory, log, ...options });
  running.push(hits);
  return hits;
}

function collect(options: Partial<ConstructorParameters<typeof HitCollector>[0]> = {}): HitCollector {
  const collector = new HitCollector({
    directory,
    database,
    clock: new DatabaseClock(database),
    log,
    // Other tests keep this machine busy.
    idleShare: () => 1,
    ...options,
  });
  collector.start();
  running.push(collector);
  return collector;
}

/** Writes and collects, as the processes of an instance do together. */
function start(options: { holdMs?: number; onLimited?: () => void; maxAgeMs?: number } = {}): Hits {
  collect(options);
  return write(options);
}

const files = async () => (await readdir(directory)).filter((name) => name.endsWith(".log"));

const hit = (more: Partial<Hit> = {}): Hit => clickOf({ accountNumber, emailId }, more);

/** As a request for the link of the hit. */
function add(hits: Hits, hit: Hit): void {
  hits.add(hit, Number.parseInt(hit.emailId.slice(-8), 16) * 10_000 + hit.link);
}

async function engagements() {
  const { rows } = await database.pool.query(
    `SELECT kind, link, url, actor, confidence, reasons, network::text, agent FROM engagements
     WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows;
}
/** For floods: their rows would take long to read. */
async function countEngagements(): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT count(*)::integer AS count FROM engagements WHERE account_id = $1",
    [accountId],
  );
  return rows[0].count;
}
const recorded = (count: number) => eventually(async () => expect(await engagements()).toHaveLength(count));

test("a hit is judged and stored, with as much of its evidence as the account keeps", async () => {
  add(start(), hit());
  await recorded(1);
  expect(await engagements()).toEqual([
    {
      kind: "click",
      link: 0,
      url: "https://shop.example/",
      actor: "human",
      confidence: 75,
      reasons: ["browser_navigation"],
      network: "198.51.100.0/24",
      agent: "Firefox",
    },
  ]);
});

test("the file of the last hits is removed while its process runs, and later hits have another one (H11)", async () => {
  const hits = start({ maxAgeMs: 200 });
  for (let link = 0; link < 2; link += 1) {
    add(hits, hit({ link }));
    await recorded(link + 1);
    await eventually(async () => expect(await readdir(directory)).toEqual([]));
  }
});

test("a stop while a file ends waits until its hits are synced", async ({ onTestFinished }) => {
  const sync = vi.spyOn(HitFile.prototype, "sync");
  onTestFinished(() => sync.mockRestore());
  const hits = write({ maxAgeMs: 1 });
  add(hits, hit());
  await sleep(20);
  await hits.stop();
  expect(sync.mock.settledResults).toMatchObject([{ type: "fulfilled" }]);
});

test("a browser that follows a link over http sends no Sec-Fetch-Mode, and is a person (H5)", async () => {
  add(start(), hit({ fetchMode: null, isPlainHttp: true }));
  await recorded(1);
  expect(await engagements()).toMatchObject([{ actor: "human", reasons: ["browser_navigation"] }]);
});

test("an account that stores nothing about its readers gets only the verdict (H11)", async () => {
  await database.pool.query(
    "INSERT INTO tracking_settings (account_id, address, agent) VALUES ($1, 'none', 'none')",
    [accountId],
  );
  add(start(), hit());
  await recorded(1);
  expect(await engagements()).toMatchObject([{ actor: "human", network: null, agent: null }]);
});

test("a hit right after delivery waits, and later ones help to classify it (H5)", async () => {
  const justSent = await insertEmail(1);
  const hits = start({ holdMs: 700 });
  add(hits, hit({ emailId: justSent, link: 0 }));
  // Not held back.
  add(hits, hit());
  await recorded(1);
  for (let link = 1; link < 5; link += 1) add(hits, hit({ emailId: justSent, link }));
  await recorded(6);
  const early = (await engagements()).filter(({ reasons }) => reasons.includes("all_links_at_once"));
  expect(early).toHaveLength(5);
  expect(early.map(({ actor }) => actor)).toEqual(Array(5).fill("scanner"));
});

test("hits of a deleted recipient, email or account are not stored (Q1, Q6)", async () => {
  const hits = start();
  await database.pool.query("DELETE FROM recipients WHERE account_id = $1", [accountId]);
  add(hits, hit());
  add(hits, hit({ accountNumber: 2_000_000_000 }));
  const other = await insertEmail(600);
  add(hits, hit({ emailId: other }));
  await recorded(1);
  await hits.stop();
  // Nothing is left to be read again.
  await eventually(async () => expect(await readdir(directory)).toEqual([]));
  expect(await engagements()).toHaveLength(1);
});

test("hits of a person who is erased while they wait keep no address and no program (Q6, H11)", async () => {
  const [erased, other] = [
    await insertEmail(1, "Gone@example.com"),
    await insertEmail(1, "stays@example.com"),
  ];
  const hits = start({ holdMs: 500 });
  add(hits, hit({ emailId: erased, kind: "open", url: null }));
  add(hits, hit({ emailId: erased }));
  add(hits, hit({ emailId: other, link: 1 }));
  await database.pool.query(
    `INSERT INTO contacts (account_id, id, email, email_key, search_text, created_at, updated_at)
     VALUES ($1, $2, 'gone@Example.com', 'gone@example.com', '', now(), now())`,
    [accountId, newId()],
  );
  expect(await removeContact(database.db, accountId, { emailKey: "gone@example.com" })).toBe(true);
  // A second after the erasure.
  add(hits, hit({ emailId: erased, at: Date.now() + 1_000, link: 2 }));
  await recorded(4);
  // Those of the same millisecond have no order.
  const stored = (await engagements()).toSorted((a, b) => (a.link ?? -1) - (b.link ?? -1));
  expect(stored.map(({ kind, link, network, agent }) => [kind, link, network, agent])).toEqual([
    ["open", null, null, null],
    ["click", 0, null, null],
    ["click", 1, "198.51.100.0/24", "Firefox"],
    ["click", 2, null, null],
  ]);
  expect(stored[1]).toMatchObject({ actor: "human", confidence: 75 });
});

test("opens and clicks of a contact that is not tracked are not stored, also if they waited when that was set", async () => {
  const [untracked, other] = [
    await insertEmail(1, "Private@example.com"),
    await insertEmail(1, "public@example.com"),
  ];
  const { rows } = await database.pool.query(
    `INSERT INTO contacts (account_id, id, email, email_key, search_text, created_at, updated_at)
     SELECT $1, gen_random_uuid(), name || '@example.com', name || '@example.com', '', now(), now()
     FROM unnest('{private,public}'::text[]) AS name RETURNING id, email`,
    [accountId],
  );
  const hits = start({ holdMs: 500 });
  add(hits, hit({ emailId: untracked }));
  add(hits, hit({ emailId: other, link: 1 }));
  await changeContact(database.db, accountId, {
    reference: { id: rows.find(({ email }) => email.startsWith("private")).id },
    change: (contact) => changedFields(contact, { tracked: false }),
  });
  add(hits, hit({ emailId: untracked, kind: "open", url: null }));
  await recorded(1);
  await hits.stop();
  // Nothing is left to be read again.
  await eventually(async () => expect(await readdir(directory)).toEqual([]));
  expect(await engagements()).toMatchObject([{ kind: "click", link: 1 }]);
});

test("opens and clicks of mail to the former address of a contact that is not tracked are stored only if another contact has it", async () => {
  const moved = await insertEmail(600, "moved@example.com");
  const { contact } = await createContact(database, accountId, {
    input: { email: "moved@example.com", tracked: false },
    onConflict: "error",
  });
  await changeContact(database.db, accountId, {
    reference: { id: contact.id },
    change: (existing) => changedFields(existing, readContactFields({ email: "new@example.com" })),
  });
  const hits = start();
  add(hits, hit({ emailId: moved }));
  add(hits, hit({ link: 1 }));
  await recorded(1);
  await createContact(database, accountId, { input: { email: "moved@example.com" }, onConflict: "error" });
  add(hits, hit({ emailId: moved, link: 2 }));
  await recorded(2);
  expect(await engagements()).toMatchObject([{ link: 1 }, { link: 2 }]);
});

test("a flood on one link is counted 20 times a minute, other links are not affected (H13, Q3)", async () => {
  let limited = 0;
  const hits = start({
    onLimited: () => {
      limited += 1;
    },
  });
  for (let n = 0; n < 100_000; n += 1) add(hits, hit());
  add(hits, hit({ link: 1 }));
  await recorded(21);
  // A minute may have ended meanwhile.
  expect(limited).toBeGreaterThanOrEqual(100_000 - 40);
});

describe("the database is unavailable (H4)", () => {
  test("hits are in a file in the next turn of the event loop, and are stored when the database is back", async () => {
    const down = openDatabase("postgres://127.0.0.1:1/nothing", { max: 1 });
    const hits = write();
    const collector = collect({ database: down });
    for (let link = 0; link < 10; link += 1) add(hits, hit({ link }));
    await nextTurn();
    const [file = ""] = readdirSync(directory).filter((name) => name.endsWith(".log"));
    expect(readFileSync(join(directory, file), "utf8").trimEnd().split("\n")).toHaveLength(10);
    // A stop leaves the file to the next process.
    await hits.stop();
    await collector.stop();
    expect(await files()).toHaveLength(1);
    collect();
    await recorded(10);
    await eventually(async () => expect(await readdir(directory)).toEqual([]));
    await down.close();
  });

  test(
    "hits are synced to the disk within 100 ms, without a call of flush",
    MEASURED,
    async ({ onTestFinished }) => {
      const sync = vi.spyOn(HitFile.prototype, "sync");
      onTestFinished(() => sync.mockRestore());
      const hits = write();
      const delays: number[] = [];
      // A busy machine may delay some of them.
      for (let n = 1; n <= 5; n += 1) {
        const addedAt = performance.now();
        add(hits, hit({ link: n }));
        await eventually(() => expect(sync.mock.settledResults).toHaveLength(n), 2);
        await sync.mock.results[n - 1]?.value;
        delays.push(performance.now() - addedAt);
      }
      expect(Math.min(...delays)).toBeLessThan(100);
    },
  );

  test("a flood of many links does not fill the memory: hits stay on the disk until they can be stored", async () => {
    const down = openDatabase("postgres://127.0.0.1:1/nothing", { max: 1 });
    const hits = write();
    const collector = collect({ database: down });
    const flood = MAX_IN_MEMORY + 2_000;
    for (let n = 0; n < flood; n += 1) {
      add(hits, hit({ link: n % 3_000 }));
      if (n % 5_000 === 0) await hits.flush();
    }
    await collector.stop();
    collect();
    for (let stored = 10_000; stored < flood; stored += 10_000)
      await eventually(async () => expect(await countEngagements()).toBeGreaterThanOrEqual(stored));
    await eventually(async () => expect(await countEngagements()).toBe(flood));
    await down.close();
  }, 240_000);

  test("while the memory is full, the backlog is that of hits that wait, not of a file that was idle for long", async ({
    onTestFinished,
  }) => {
    const down = openDatabase("postgres://127.0.0.1:1/nothing", { max: 1 });
    const hour = 3_600_000;
    const idle = firstIdAt(new Date(Date.now() - 3 * hour));
    await writeFile(join(directory, `${idle}.log`), "");
    const writer = lockFile(join(directory, `${idle}.lock`));
    onTestFinished(async () => {
      writer?.release();
      await down.close();
    });
    const flood = Array.from({ length: 60_000 }, (_, n) =>
      lineOf({ number: n + 1, hit: hit({ link: n % 3_000, at: Date.now() - hour / 10 }) }),
    );
    await writeFile(join(directory, `${newId()}.log`), flood.join(""));
    const collector = collect({ database: down });
    await until(() => collector.backlogSeconds > 0, { what: "the flood to be read" });
    const end = performance.now() + 1_000;
    const isBelowAnHour = () => {
      expect(collector.backlogSeconds).toBeLessThan(hour / 1_000);
      return performance.now() > end;
    };
    await until(isBelowAnHour, { what: "ten looks at the files" });
  });
});

describe("the disk is not writable", () => {
  test("hits wait in memory and are stored when it is", async () => {
    const blocked = join(directory, "blocked");
    await writeFile(blocked, "a file where the directory should be");
    let lost = 0;
    const hits = write({
      directory: blocked,
      onLost: () => {
        lost += 1;
      },
    });
    for (let link = 0; link < 3; link += 1) add(hits, hit({ link }));
    await hits.flush();
    await rm(blocked);
    collect({ directory: blocked });
    await recorded(3);
    expect(lost).toBe(0);
  });

  test("more hits than fit in memory are counted as lost", async () => {
    const blocked = join(directory, "blocked");
    await writeFile(blocked, "a file where the directory should be");
    let lost = 0;
    const hits = write({
      directory: blocked,
      onLost: () => {
        lost += 1;
      },
    });
    for (let n = 0; n < 50_010; n += 1) add(hits, hit({ link: n % 5_000 }));
    expect(lost).toBe(10);
  });
});

describe("files that cannot be read", () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) =>
      lineOf({ number: from + n, hit: hit({ link: from + n, at: Date.now() - 60_000 }) }),
    ).join("");

  test("one is moved out of the way, and newer opens and clicks are stored", async () => {
    const [unreadable, newer] = [newId(), newId()];
    await mkdir(join(directory, `${unreadable}.log`));
    await writeFile(join(directory, `${newer}.log`), lines(1, 3));
    collect();
    await recorded(3);
    await eventually(async () => expect(await readdir(directory)).toEqual([`${unreadable}.damaged`]));
  });

  test("the hits of one with damaged lines are stored, and the file is kept", async () => {
    const id = newId();
    const wrong = lines(2, 2).replace(emailId, "no id");
    await writeFile(join(directory, `${id}.log`), `${lines(1, 1)}\0\0\0\n${wrong}${lines(3, 3)}`);
    collect();
    await recorded(2);
    await eventually(async () => expect(await readdir(directory)).toEqual([`${id}.damaged`]));
  });

  test("one without any line end is kept, and does not stop the others", async () => {
    const [endless, newer] = [newId(), newId()];
    await writeFile(join(directory, `${endless}.log`), Buffer.alloc(3 * 1024 * 1024));
    await writeFile(join(directory, `${newer}.log`), lines(1, 3));
    collect();
    await recorded(3);
    await eventually(async () => expect(await readdir(directory)).toEqual([`${endless}.damaged`]));
  });
});

test("clicks of a backlog are judged with their neighbors, also with those in other files (H5)", async () => {
  const [scanned, other] = [await insertEmail(3_600), await insertEmail(3_600)];
  const at = Date.now() - 1_800_000;
  const write = async (hits: Hit[]) =>
    await writeFile(
      join(directory, `${newId()}.log`),
      hits.map((each, n) => lineOf({ number: n + 1, hit: each })).join(""),
    );
  const ofScanner = (links: number[]) =>
    links.map((link) => hit({ emailId: scanned, link, at: at + link * 100 }));
  // More than is read at once, and than is kept for one address.
  const later = Array.from({ length: 600 }, (_, n) =>
    hit({ emailId: other, link: n % 3, at: at + 60_000 + n * 100, agent: "x".repeat(2_000) }),
  );
  await write([...ofScanner([0, 1]), ...later]);
  await write([...ofScanner([2, 3, 4]), ...later]);
  collect();
  await eventually(async () => expect(await countEngagements()).toBe(1_205));
  const { rows } = await database.pool.query(
    "SELECT actor, reasons[1] AS reason FROM engagements WHERE email_id = $1",
    [scanned],
  );
  expect(rows).toEqual(Array(5).fill({ actor: "scanner", reason: "all_links_at_once" }));
});

describe("a journal of a killed process", () => {
  const journal = async (id: string, lines: string) => await writeFile(join(directory, `${id}.log`), lines);
  const line = (number: number) => lineOf({ number, hit: hit({ link: number, at: Date.now() - 60_000 }) });

  test("is read, a torn last line is left out, and the file is removed", async () => {
    await journal(newId(), line(1) + line(2) + line(3).slice(0, 40));
    collect();
    await recorded(2);
    await eventually(async () => expect(await readdir(directory)).toEqual([]));
  });

  test("of an earlier version is read: its lines do not say whether a link began with http (H5)", async () => {
    await journal(newId(), line(1).replace(/,false\]\n$/, "]\n"));
    collect();
    await recorded(1);
    expect(await engagements()).toMatchObject([{ actor: "human", reasons: ["browser_navigation"] }]);
    await eventually(async () => expect(await readdir(directory)).toEqual([]));
  });

  test("that was stored before the kill is not counted twice", async () => {
    const id = newId();
    await journal(id, line(1) + line(2) + line(3));
    await database.pool.query("INSERT INTO engagement_journals (id, done) VALUES ($1, '{[1,2),[3,4)}')", [
      id,
    ]);
    collect();
    await recorded(1);
    expect(await engagements()).toMatchObject([{ link: 2 }]);
    await eventually(async () => expect(await readdir(directory)).toEqual([]));
  });

  test("is stored once by several collectors", async () => {
    for (let n = 0; n < 5; n += 1) await journal(newId(), line(1) + line(2));
    collect();
    collect();
    collect();
    await recorded(10);
    await eventually(async () => expect(await readdir(directory)).toEqual([]));
    expect(await engagements()).toHaveLength(10);
  });
});
