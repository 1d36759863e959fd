import { useEffect, useState } from "react";
import { browserStorage } from "../../../browser-storage.ts";
import { newIdempotencyKey } from "./compose-api.ts";
import { type Draft, EMPTY_DRAFT, isEmptyDraft } from "./draft.ts";
import { type DraftPlace, discardDraft, keepDraft, loadDraft } from "./kept-draft.ts";

type DiscardedDraft = {
  /** Puts it back into the form, with its files. */
  restore: () => void;
  /** Keeps it in this tab as another draft, with the names of its files. */
  keepAs: (draftId: string) => void;
};

export type ComposeForm = {
  /** Where the draft is kept. */
  place: DraftPlace;
  draft: Draft;
  files: File[];
  /** The form's idempotency key: however often the user presses, one email is accepted. */
  idempotencyKey: string;
  isEmpty: boolean;
  /** A draft was restored, without the attachments named here. */
  restored: { files: string[] } | null;
  change: (part: Partial<Draft>) => void;
  setFiles: (files: File[]) => void;
  /** Empties the form and deletes the stored draft. */
  discard: () => DiscardedDraft;
  /** The next submission is a new email. */
  renewKey: () => void;
  /** The email is being sent. */
  keep: () => void;
  /** The email was sent: deletes the stored draft. */
  forget: () => void;
};

/** The form's state. It survives leaving the page; attachments do not. Until the user changes or sends something, nothing is kept. */
export function useComposeForm(place: DraftPlace, to: string | undefined): ComposeForm {
  const { accountId, id } = place;
  const [kept] = useState(() => loadDraft(browserStorage("session"), place));
  const [initial] = useState<Draft>(() => kept?.draft ?? { ...EMPTY_DRAFT, to: to ?? "" });
  const [draft, setDraft] = useState(initial);
  const [files, setFiles] = useState<File[]>([]);
  const [initialKey] = useState(() => kept?.idempotencyKey ?? newIdempotencyKey());
  const [idempotencyKey, setKey] = useState(initialKey);
  const [restored, setRestored] = useState(kept && { files: kept.files });
  const [isOver, setIsOver] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const isUntouched = draft === initial && files.length === 0 && idempotencyKey === initialKey && !wasSent;

  useEffect(() => {
    if (isOver || isUntouched) return;
    const kept = { draft, idempotencyKey, files: namesOf(files) };
    keepDraft(browserStorage("session"), { accountId, id }, kept);
  }, [accountId, id, draft, idempotencyKey, files, isOver, isUntouched]);

  return {
    place,
    draft,
    files,
    idempotencyKey,
    restored,
    isEmpty: isEmptyDraft(draft) && files.length === 0,
    change: (part) => setDraft((current) => ({ ...current, ...part })),
    setFiles,
    discard: () => {
      const discarded = { draft, idempotencyKey, files: namesOf(files) };
      setDraft(EMPTY_DRAFT);
      setFiles([]);
      setKey(newIdempotencyKey());
      setRestored(null);
      return {
        restore: () => {
          keepDraft(browserStorage("session"), place, discarded);
          setDraft(draft);
          setFiles(files);
          setKey(idempotencyKey);
          setRestored(restored);
        },
        keepAs: (newId) => keepDraft(browserStorage("session"), { accountId, id: newId }, discarded),
      };
    },
    renewKey: () => setKey(newIdempotencyKey()),
    keep: () => setWasSent(true),
    forget: () => {
      setIsOver(true);
      discardDraft(browserStorage("session"), place);
    },
  };
}

function namesOf(files: readonly File[]): string[] {
  return files.map(({ name }) => name);
}
