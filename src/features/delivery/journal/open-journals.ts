import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "../../../platform/db/index.ts";
import { workerNotifier } from "../../recipients/index.ts";
import { findAbandoned, readBootId } from "./abandoned-journals.ts";
import { type AttemptJournal, noJournal } from "./attempt-journal.ts";
import { Journal } from "./journal.ts";
import { type RecoverOptions, recoverJournal } from "./recover-journal.ts";

/** The time until other workers read the journal of a crashed one. If it was the only worker, its successor reads it at the start. */
const LOOK_EVERY_MS = 1_000;

/** Interval between attempts while the database is unavailable at the start. */
const LOOK_AGAIN_MS = 200;

const REFUSED =
  "the journal of a crashed worker is from another version of Posthouse and was not read; its mail waits for its leases";

export type Journals = {
  /** The journal of this process. */
  journal: AttemptJournal;
  close(): Promise<void>;
};

type Options = Omit<RecoverOptions, "bootId"> & { directory: string };

/**
 * Opens the journal of this process, after it has recovered those of ended processes. Later ones are recovered periodically. Waits for a
 * database that is unavailable, otherwise this process would take over the leases of those journals before it has read them.
 */
export async function openJournals(options: Options): Promise<Journals> {
  const { directory, database, log } = options;
  const bootId = readBootId();
  const notifyWorkers = workerNotifier(database, log);
  let timer: NodeJS.Timeout | null = null;
  let isClosing = false;

  async function look(): Promise<void> {
    for await (const { text, remove, release } of findAbandoned(directory)) {
      try {
        const recovered = await recoverJournal(text, { ...options, bootId });
        await remove();
        if (recovered === null) log.error({ event: "journal.refused" }, REFUSED);
        else
          log.warn({ event: "journal.recovered", ...recovered }, "settled the attempts of a crashed worker");
        if (recovered && recovered.givenBack > 0) notifyWorkers();
      } catch (error) {
        release();
        throw error;
      }
    }
  }
  /** Returns whether the database was unavailable. */
  const tryToLook = () =>
    look().then(
      () => false,
      (error: unknown) => {
        log.warn({ event: "journal.not_recovered", err: error }, "could not recover a journal");
        return isUnavailable(error);
      },
    );
  let looking: Promise<unknown> = Promise.resolve();
  function lookLater(): void {
    if (!isClosing)
      timer = setTimeout(() => {
        looking = tryToLook().then(lookLater);
      }, LOOK_EVERY_MS);
  }

  while (await tryToLook()) await sleep(LOOK_AGAIN_MS);
  lookLater();
  const own = openOwn({ directory, bootId, log });
  return {
    journal: own ?? noJournal,
    close: async () => {
      isClosing = true;
      if (timer) clearTimeout(timer);
      await looking;
      own?.close();
    },
  };
}

function openOwn(options: ConstructorParameters<typeof Journal>[0]): Journal | null {
  try {
    return new Journal(options);
  } catch (error) {
    options.log.warn(
      { event: "journal.missing", err: error },
      "DATA_DIR is not writable; the worker continues without a journal",
    );
    return null;
  }
}
