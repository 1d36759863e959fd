import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../../recipients/index.ts";
import type { ClaimedRecipient } from "../claim/claimed-email.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Hop } from "../route/hop.ts";
import type { Entry } from "./entry.ts";
import { isDiskFull, JournalFile } from "./journal-file.ts";
import { answeredNote, headNote, lineOf, type Note, notesOf } from "./lines.ts";

/** Above this size, settled attempts are removed. A larger file costs more reading after a crash, a smaller one more rewriting. */
const MAX_BYTES = 4 * 1024 * 1024;
/** With nothing in flight, removing them costs one call. Below this size, it is not worth that. */
const MAX_IDLE_BYTES = 64 * 1024;
/**
 * Our own work on one email takes a fraction of this time. An email that takes longer is waiting for a name server or a mail server,
 * so it is not the cause if the worker crashes.
 */
const LONG_MS = 250;
/** Interval between attempts to begin a new journal after a write failed. If the process is killed meanwhile, its open claims wait for their leases. */
const BEGIN_AGAIN_MS = 50;

/**
 * A worker's journal on the local disk. Another process reads it after the worker was killed. Entries survive the process but not the
 * machine: they are not synced, because that would cost each message a write to the disk.
 */
export class Journal {
  readonly #log: Logger;
  readonly #head: Note;
  readonly #headSize: number;
  readonly #directory: string;
  readonly #open = new Map<Claim, { number: number; entry: Entry }>();
  #lastNumber = 0;
  /** Null while the disk is full. */
  #file: JournalFile | null = null;
  #begunAt = Number.NEGATIVE_INFINITY;
  #size = 0;
  #isClosed = false;
  #unwritten: Note[] = [];
  #writing: Promise<boolean> | null = null;
  /** Open claims of files that can be neither written nor removed. Those files list them as not begun, so they must not begin. */
  #stuck: ReadonlySet<Claim> = new Set();
  /** The files of stuck claims. Their locks show other processes that this one is alive. */
  readonly #stuckFiles: JournalFile[] = [];

  /** Throws if the directory is not writable. Waits for space on a full disk. */
  constructor({ directory, bootId, log }: { directory: string; bootId: string | null; log: Logger }) {
    this.#log = log;
    this.#directory = directory;
    this.#head = headNote(bootId);
    this.#headSize = lineOf([this.#head]).length;
    try {
      this.#begin();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      log.error({ event: "journal.abandoned", err: error }, ABANDONED);
      this.#beginLater();
    }
  }

  /** Call this before a claim. After a kill, claims that no journal lists wait for the end of their leases. */
  isWritten(): boolean {
    return this.#file !== null;
  }

  /**
   * Returns whether the journal lists the claims. Only then may they be committed, because recovery returns what a journal lists.
   * `takenAt`: the time of their transaction.
   */
  async recordClaimed(
    recipients: Pick<ClaimedRecipient, "claim" | "previousState" | "dueAt">[],
    takenAt: string | null,
  ): Promise<boolean> {
    for (const { claim, previousState, dueAt } of recipients) {
      this.#lastNumber += 1;
      const entry = { claim, previousState, dueAt, takenAt, stage: "claimed" } as const;
      this.#open.set(claim, { number: this.#lastNumber, entry });
      this.#unwritten.push(...notesOf(this.#lastNumber, entry));
    }
    await this.#flush();
    return this.isWritten();
  }

  /** Until these claims are started, a crash does not count for them. */
  recordWaiting(claims: Claim[]): void {
    this.#put(claims, "waiting");
    void this.#flush();
  }

  /** Records that these claims wait, unless `end` is called soon. */
  recordWaitingIfLong(claims: () => Claim[]): { end: () => void } {
    const timer = setTimeout(() => this.recordWaiting(claims()), LONG_MS);
    return { end: () => clearTimeout(timer) };
  }

  /** Resolves when it is written. A later crash counts for these claims. */
  async recordStarted(claims: Claim[]): Promise<void> {
    if (this.#put(claims, "claimed")) await this.#flush();
  }

  /** Returns whether any stage has changed. */
  #put(claims: Claim[], stage: "claimed" | "waiting"): boolean {
    let isNew = false;
    for (const claim of claims) {
      const open = this.#open.get(claim);
      if (open?.entry.stage !== (stage === "waiting" ? "claimed" : "waiting")) continue;
      open.entry = { ...knownOf(open.entry), stage };
      this.#unwritten.push(stage === "waiting" ? ["waits", open.number] : ["begins", open.number]);
      isNew = true;
    }
    return isNew;
  }

  /** Called just before the final dot. When it returns false, the dot must be withheld. */
  async recordFinalDot(claims: Claim[], taken: Hop["taken"]): Promise<boolean> {
    for (const claim of claims) {
      const open = this.#open.get(claim);
      if (!open) continue;
      open.entry = { ...knownOf(open.entry), stage: "ended", taken };
      this.#unwritten.push(["ended", open.number, taken]);
    }
    return (await this.#flush()) && !claims.some((claim) => this.#stuck.has(claim));
  }

  /** Resolves when it is written. Only then may the database be changed. */
  async recordReply(claims: Claim[], results: AttemptResult[]): Promise<void> {
    for (const [index, claim] of claims.entries()) {
      const open = this.#open.get(claim);
      const result = results[index];
      if (!open || !result) continue;
      open.entry = { ...knownOf(open.entry), stage: "answered", result };
      this.#unwritten.push(answeredNote(open.number, result));
    }
    await this.#flush();
  }

  /** Called for settled and for given back claims. The database has their state, so no line is written. */
  recordSettled(claim: Claim): void {
    this.#open.delete(claim);
    if (this.#open.size > 0 || this.#size < MAX_IDLE_BYTES) return;
    this.#unwritten = [];
    this.#orAbandon((file) => {
      file.truncate(this.#headSize);
      this.#size = this.#headSize;
    });
  }

  /** Claims still in flight are left to the next process. */
  close(): void {
    if (this.#open.size === 0) this.#orAbandon((file) => file.remove());
    this.#isClosed = true;
  }

  /** One system call writes the notes of all transactions in this turn of the event loop. */
  #flush(): Promise<boolean> {
    this.#writing ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#writing = null;
        resolve(this.#write());
      });
    });
    return this.#writing;
  }

  #write(): boolean {
    const notes = this.#unwritten;
    this.#unwritten = [];
    if (notes.length === 0) return true;
    return this.#orAbandon((file) => {
      const text = lineOf(notes);
      file.append(text);
      this.#size += text.length;
      if (this.#size > MAX_BYTES) this.#compact(file);
    });
  }

  #compact(file: JournalFile): void {
    const text = this.#openEntries();
    file.replace(text);
    this.#size = text.length;
  }

  #openEntries(): string {
    const open = [...this.#open.values()].map(({ number, entry }) => lineOf(notesOf(number, entry)));
    return [lineOf([this.#head]), ...open].join("");
  }

  /** Begins a file with all open claims, so that after a kill none has to wait for its lease. */
  #begin(): void {
    this.#begunAt = performance.now();
    const text = this.#openEntries();
    this.#file = new JournalFile(this.#directory, text);
    this.#size = text.length;
    this.#unwritten = [];
  }

  #beginLater(): void {
    setTimeout(() => this.#beginAgain(), BEGIN_AGAIN_MS).unref();
  }

  #beginAgain(): void {
    if (this.#isClosed) return;
    if (performance.now() - this.#begunAt < BEGIN_AGAIN_MS) {
      this.#beginLater();
      return;
    }
    try {
      this.#begin();
      this.#log.info({ event: "journal.resumed" }, "can write the journal again");
    } catch {
      this.#beginLater();
    }
  }

  /** A journal with a missing line would claim that mail was not sent. Without a journal, the leases expire instead. */
  #orAbandon(change: (file: JournalFile) => void): boolean {
    const file = this.#file;
    if (file === null || this.#isClosed) return true;
    try {
      change(file);
      return true;
    } catch (error) {
      this.#log.error({ event: "journal.abandoned", err: error }, ABANDONED);
    }
    this.#file = null;
    try {
      file.remove();
      return true;
    } catch {
      this.#stuck = new Set([...this.#stuck, ...this.#open.keys()]);
      this.#stuckFiles.push(file);
      return false;
    } finally {
      // The open claims alone may fit on the disk after the old file is gone.
      this.#beginAgain();
    }
  }
}

const ABANDONED = "cannot write the journal; claims no mail until the journal can be written";

type Known = Pick<Entry, "claim" | "previousState" | "dueAt" | "takenAt">;

function knownOf({ claim, previousState, dueAt, takenAt }: Entry): Known {
  return { claim, previousState, dueAt, takenAt };
}
