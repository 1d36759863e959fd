import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { NAVIGATION } from "../navigation.ts";

const GENERAL: [keys: string[], what: string][] = [
  [["⌘ K", "Ctrl K"], "Search and commands"],
  [["/"], "Search this list"],
  [["j", "k"], "Next or previous row"],
  [["x"], "Select the row"],
  [["Enter"], "Open the row"],
  [["x"], "Select the message (inbox)"],
  [["Delete"], "Delete the message (inbox)"],
  [["c"], "Compose an email"],
  [["?"], "Show these shortcuts"],
];

export function ShortcutsDialog({ isOperator, onClose }: { isOperator: boolean; onClose: () => void }) {
  const pages = NAVIGATION.flatMap((group) => group.pages).filter(
    ({ isForOperators }) => !isForOperators || isOperator,
  );
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <DialogBody className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <ShortcutList title="General" shortcuts={GENERAL} />
        <ShortcutList
          title="Go to"
          shortcuts={pages.map(({ key, label }) => [[`g ${key}`], label] as [string[], string])}
        />
      </DialogBody>
    </Dialog>
  );
}

function ShortcutList({ title, shortcuts }: { title: string; shortcuts: [keys: string[], what: string][] }) {
  return (
    <section>
      <h3 className="text-xs font-medium text-ink-faint">{title}</h3>
      <dl className="mt-2 grid gap-1.5">
        {shortcuts.map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt>{what}</dt>
            <dd className="flex gap-1.5">
              {keys.map((name) => (
                <kbd key={name} className="rounded-md border bg-subtle px-1.5 font-sans text-xs leading-5">
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
