import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../../recipients/index.ts";
import type { ClaimedRecipient } from "../claim/claimed-email.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Hop } from "../route/hop.ts";
import type { Entry } from "./entry.ts";
import { isDiskFull, JournalFile } from "./journal-file.ts";
import { answeredNote, headNote, lineOf, type Note, notesOf } from "./lines.ts";

/** What is settled is cut off above this: more would be read for nothing after a crash, less costs more rewriting. */
const MAX_BYTES = 4 * 1024 * 1024;
/** With nothing in flight a cut costs one call; below this size even that is not worth it. */
const MAX_IDLE_BYTES = 64 * 1024;

/** Interval of attempts to begin a new journal after a write failed. A kill in that time leaves open claims to their leases. */
const BEGIN_AGAIN_MS = 50;

/** Where a worker records how far its attempts have come. */
export type AttemptJournal = Pick<
  Journal,
  | "isWritten"
  | "recordClaimed"
  | "recordWaiting"
  | "recordStarted"
  | "recordFinalDot"
  | "recordReply"
  | "recordSettled"
>;

/**
 * A worker's journal on the local disk: what another process needs to know of attempts whose worker was killed. What is written
 * survives the process, not the machine: it is not synced, for that would cost every message a turn of the disk.
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
  /** In a file that can neither be written nor removed these stand as not begun, so they must not be. */
  #stuck: ReadonlySet<Claim> = new Set();
  /** Those files. Their locks tell other processes that this one is alive. */
  readonly #stuckFiles: JournalFile[] = [];

  /** Throws if the directory is not writable; a full disk is waited for. */
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

  /** Returns whether the journal lists the claims. Only then may they be committed, because recovery returns what a journal lists. */
  async recordClaimed(
    recipients: Pick<ClaimedRecipient, "claim" | "previousState" | "dueAt">[],
  ): Promise<boolean> {
    for (const { claim, previousState, dueAt } of recipients) {
      this.#lastNumber += 1;
      const entry = { claim, previousState, dueAt, stage: "claimed" } as const;
      this.#open.set(claim, { number: this.#lastNumber, entry });
      this.#unwritten.push(...notesOf(this.#lastNumber, entry));
    }
    await this.#written();
    return this.isWritten();
  }

  /** Until it begins, what ends the worker is something else. */
  recordWaiting(claims: Claim[]): void {
    this.#put(claims, "waiting");
    void this.#written();
  }

  /** Comes back when it is written: from then on it may be what ends the worker. */
  async recordStarted(claims: Claim[]): Promise<void> {
    if (this.#put(claims, "claimed")) await this.#written();
  }

  /** Answers whether that is new of any of them. */
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

  /** To be called when nothing is left but to send the final dot; on false it must be withheld. */
  async recordFinalDot(claims: Claim[], taken: Hop["taken"]): Promise<boolean> {
    for (const claim of claims) {
      const open = this.#open.get(claim);
      if (!open) continue;
      open.entry = { ...knownOf(open.entry), stage: "ended", taken };
      this.#unwritten.push(["ended", open.number, taken]);
    }
    return (await this.#written()) && !claims.some((claim) => this.#stuck.has(claim));
  }

  /** Comes back when it is written: only then may the database be told. */
  async recordReply(claims: Claim[], results: AttemptResult[]): Promise<void> {
    for (const [index, claim] of claims.entries()) {
      const open = this.#open.get(claim);
      const result = results[index];
      if (!open || !result) continue;
      open.entry = { ...knownOf(open.entry), stage: "answered", result };
      this.#unwritten.push(answeredNote(open.number, result));
    }
    await this.#written();
  }

  /** Or given back: the database says that better than a line here would. */
  recordSettled(claim: Claim): void {
    this.#open.delete(claim);
    if (this.#open.size > 0 || this.#size < MAX_IDLE_BYTES) return;
    this.#unwritten = [];
    this.#orAbandon((file) => {
      file.truncate(this.#headSize);
      this.#size = this.#headSize;
    });
  }

  /** What is still in hand is left to others. */
  close(): void {
    if (this.#open.size === 0) this.#orAbandon((file) => file.remove());
    this.#isClosed = true;
  }

  /** One call of the system writes what all conversations noted in this turn of the event loop. */
  #written(): Promise<boolean> {
    this.#writing ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#writing = null;
        resolve(this.#write());
      });
    });
    return this.#writing;
  }

  #write(): boolean {
    const journal = this.#unwritten;
    this.#unwritten = [];
    if (journal.length === 0) return true;
    return this.#orAbandon((file) => {
      const text = lineOf(journal);
      file.append(text);
      this.#size += text.length;
      if (this.#size > MAX_BYTES) this.#cut(file);
    });
  }

  #cut(file: JournalFile): void {
    const text = this.#textOfOpen();
    file.replace(text);
    this.#size = text.length;
  }

  #textOfOpen(): string {
    const open = [...this.#open.values()].map(({ number, entry }) => lineOf(notesOf(number, entry)));
    return [lineOf([this.#head]), ...open].join("");
  }

  /** Begins a file that lists all open claims, so that a kill from now on leaves none to its lease. */
  #begin(): void {
    this.#begunAt = performance.now();
    const text = this.#textOfOpen();
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
      this.#log.info({ event: "journal.begun_again" }, "has a journal again");
    } catch {
      this.#beginLater();
    }
  }

  /** A journal that lacks a line would tell others that something was not sent. Better none: then leases end by themselves. */
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
      // The open claims alone may fit on the disk now that the old file is gone.
      this.#beginAgain();
    }
  }
}

const ABANDONED = "cannot write its journal; claims nothing until it can";

function knownOf({ claim, previousState, dueAt }: Entry): Pick<Entry, "claim" | "previousState" | "dueAt"> {
  return { claim, previousState, dueAt };
}

export const noJournal: AttemptJournal = {
  isWritten: () => true,
  recordClaimed: async () => true,
  recordWaiting: () => undefined,
  recordStarted: async () => undefined,
  recordFinalDot: async () => true,
  recordReply: async () => undefined,
  recordSettled: () => undefined,
};
