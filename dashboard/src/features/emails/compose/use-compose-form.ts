import { useEffect, useState } from "react";
import { browserStorage } from "../../../browser-storage.ts";
import { newIdempotencyKey } from "./compose-api.ts";
import { type Draft, EMPTY_DRAFT, isEmptyDraft } from "./draft.ts";
import { discardDraft, keepDraft, loadDraft } from "./kept-draft.ts";

export type ComposeForm = {
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
  discard: () => void;
  /** The next submission is a new email. */
  renewKey: () => void;
  /** The email was sent: deletes the stored draft. */
  forget: () => void;
};

/** The form's state. It survives leaving the page; attachments do not. */
export function useComposeForm(accountId: string, to: string | undefined): ComposeForm {
  const [kept] = useState(() => loadDraft(browserStorage("session"), accountId));
  const [draft, setDraft] = useState<Draft>(() => kept?.draft ?? { ...EMPTY_DRAFT, to: to ?? "" });
  const [files, setFiles] = useState<File[]>([]);
  const [idempotencyKey, setKey] = useState(() => kept?.idempotencyKey ?? newIdempotencyKey());
  const [restored, setRestored] = useState(kept && { files: kept.files });
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    if (isOver) return;
    const names = files.map(({ name }) => name);
    keepDraft(browserStorage("session"), accountId, { draft, idempotencyKey, files: names });
  }, [accountId, draft, idempotencyKey, files, isOver]);

  return {
    draft,
    files,
    idempotencyKey,
    restored,
    isEmpty: isEmptyDraft(draft) && files.length === 0,
    change: (part) => setDraft((current) => ({ ...current, ...part })),
    setFiles,
    discard: () => {
      setDraft(EMPTY_DRAFT);
      setFiles([]);
      setKey(newIdempotencyKey());
      setRestored(null);
    },
    renewKey: () => setKey(newIdempotencyKey()),
    forget: () => {
      setIsOver(true);
      discardDraft(browserStorage("session"), accountId);
    },
  };
}
