import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "../../../platform/db/index.ts";
import { workerNotifier } from "../../recipients/index.ts";
import { findAbandoned, readBootId } from "./abandoned-journals.ts";
import { type AttemptJournal, Journal, noJournal } from "./journal.ts";
import { type RecoverOptions, recoverJournal } from "./recover-journal.ts";

/** A worker that died beside others waits no longer for them; where it was the only one, its successor looks when it starts. */
const LOOK_EVERY_MS = 1_000;

/** Between looks of a process that starts while the database is away. */
const LOOK_AGAIN_MS = 200;

const REFUSED =
  "the journal of a worker that died is of another version of Posthouse and was not read; its mail waits for its leases";

export type Journals = {
  /** Of this process. */
  journal: AttemptJournal;
  close(): Promise<void>;
};

type Options = Omit<RecoverOptions, "bootId"> & { directory: string };

/**
 * A journal for this process, after those that others left are recovered; what others leave later is looked for. Waits for a database
 * that is away: this process would take the leases in those journals for ended before it has read them.
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
          log.warn({ event: "journal.recovered", ...recovered }, "settled what a worker left when it died");
        if (recovered && recovered.givenBack > 0) notifyWorkers();
      } catch (error) {
        release();
        throw error;
      }
    }
  }
  /** Answers whether the database was away. */
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
    options.log.warn({ event: "journal.missing", err: error }, "goes on without a journal");
    return null;
  }
}
