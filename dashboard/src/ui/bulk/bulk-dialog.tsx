import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { countText } from "../count-text.ts";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../dialog.tsx";
import { Check, TriangleAlert } from "../icons.gen.ts";
import { type Outcome, runEach, type Work } from "./run-each.ts";

export type BulkAction<Item> = Work<Item> & {
  /** `items`: "3 emails". */
  title: (items: string) => string;
  explanation: string;
  button: string;
  tone: "danger" | "primary";
  /** Default: "changed". */
  past?: string;
  /** Offered when the action is done, for the items for which it succeeded. */
  undo?: Work<Item>["act"];
};

type BulkDialogProps<Item> = {
  action: BulkAction<Item>;
  /** The selection when the dialog opened. */
  items: readonly Item[];
  /** Singular: "email". */
  noun: string;
  idOf: (item: Item) => string;
  labelOf: (item: Item) => ReactNode;
  /** The queries whose results the action changes. */
  queryKey: QueryKey;
  /** `hasRun`: false if the user went back. */
  onClose: (hasRun: boolean) => void;
};

/** Asks for confirmation, runs the action on each item, and lists the outcomes. */
export function BulkDialog<Item>(props: BulkDialogProps<Item>) {
  const { action, noun, queryKey } = props;
  const queryClient = useQueryClient();
  const [state, setState] = useState<"asking" | "running" | "done" | "undone">("asking");
  const [items, setItems] = useState(props.items);
  const [outcomes, setOutcomes] = useState<Outcome<Item>[]>([]);
  const onClose = (): void => props.onClose(state !== "asking");
  const succeeded = outcomes.filter(({ error }) => error === null);
  const failed = outcomes.filter(({ error }) => error !== null);
  const run = async (work: Work<Item>, changed: readonly Item[], after: "done" | "undone"): Promise<void> => {
    setState("running");
    // While the others are tried again, these keep their outcomes.
    const kept = after === "done" ? succeeded : [];
    setItems([...itemsOf(kept), ...changed]);
    setOutcomes(kept);
    await runEach(changed, work, (outcome) => setOutcomes((earlier) => [...earlier, outcome]));
    setState(after);
    await queryClient.invalidateQueries({ queryKey });
  };
  const { undo } = action;
  return (
    <Dialog
      title={action.title(countText(items.length, noun))}
      canClose={state !== "running"}
      onClose={onClose}
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (state === "asking") void run(action, items, "done");
          if (state === "done" || state === "undone") onClose();
        }}
      >
        <DialogBody className="grid gap-4 leading-6 text-ink-soft">
          {state === "asking" ? <p>{action.explanation}</p> : null}
          {state === "asking" ? null : (
            <Summary outcomes={outcomes} of={items.length} noun={noun} past={action.past ?? "changed"} />
          )}
          <Outcomes {...props} outcomes={outcomes} />
        </DialogBody>
        <DialogFooter>
          {state === "asking" ? <Button onClick={onClose}>Back</Button> : null}
          {state === "done" && undo && succeeded.length > 0 ? (
            <Button onClick={() => void run({ act: undo }, itemsOf(succeeded), "undone")}>Undo</Button>
          ) : null}
          {state === "done" && failed.length > 0 ? (
            <Button onClick={() => void run(action, itemsOf(failed), "done")}>Try again</Button>
          ) : null}
          <Button
            type="submit"
            variant={state === "asking" ? action.tone : "primary"}
            busy={state === "running"}
          >
            {state === "done" || state === "undone" ? "Done" : action.button}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}

function itemsOf<Item>(outcomes: readonly Outcome<Item>[]): Item[] {
  return outcomes.map(({ item }) => item);
}

type SummaryProps<Item> = { outcomes: Outcome<Item>[]; of: number; noun: string; past: string };

function Summary<Item>({ outcomes, of, noun, past }: SummaryProps<Item>) {
  const failed = outcomes.filter(({ error }) => error !== null).length;
  return (
    <p role="status">
      {outcomes.length < of
        ? `${outcomes.length} of ${countText(of, noun)}…`
        : `${countText(of - failed, noun)} ${past}${failed > 0 ? `, ${countText(failed, noun)} not` : ""}.`}
    </p>
  );
}

type OutcomesProps<Item> = Pick<BulkDialogProps<Item>, "idOf" | "labelOf"> & { outcomes: Outcome<Item>[] };

function Outcomes<Item>({ outcomes, idOf, labelOf }: OutcomesProps<Item>) {
  if (outcomes.length === 0) return null;
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <ul
      aria-label="Outcomes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
      tabIndex={0}
      className="max-h-72 divide-y overflow-y-auto rounded-lg border text-[13px]"
    >
      {outcomes.map(({ item, done, error }) => (
        <li key={idOf(item)} className="grid grid-cols-[auto_1fr] gap-x-2 px-3 py-2">
          {error === null ? (
            <Check aria-label="Done" className="mt-1 size-4 text-good" />
          ) : (
            <TriangleAlert aria-label="Failed" className="mt-1 size-4 text-bad" />
          )}
          <span className="min-w-0">
            <span className="block truncate font-medium text-ink">{labelOf(item)}</span>
            <span className="wrap-anywhere">{error ?? done}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
