import { formError } from "../../form-errors.ts";

export type Outcome<Item> = { item: Item; done: string | null; error: string | null };

export type Work<Item> = {
  /** Returns the outcome as text. */
  act: (item: Item) => Promise<string>;
  /** Describes an error of `act`. */
  errorText?: typeof formError;
};

/** Concurrent requests. More would only wait for each other, because the server limits the requests of an account. */
const AT_ONCE = 4;

/** Runs an action on each item and reports each outcome. An error does not stop the others. */
export async function runEach<Item>(
  items: readonly Item[],
  { act, errorText = formError }: Work<Item>,
  onOutcome: (outcome: Outcome<Item>) => void,
): Promise<void> {
  const rest = [...items];
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      const subject = item;
      const outcome = await act(subject).then(
        (done) => ({ item: subject, done, error: null }),
        (error) => ({ item: subject, done: null, error: errorText(error, []) ?? "It failed." }),
      );
      onOutcome(outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
