import { Alert } from "../../../ui/alert.tsx";
import { TEXT_LINK_STYLES } from "../../../ui/text-link.tsx";

type RestoredNoteProps = {
  /** Names of attachments that were not stored. */
  files: string[];
  onDiscard: () => void;
};

/** Says that a draft was restored, and offers to discard it. */
export function RestoredNote({ files, onDiscard }: RestoredNoteProps) {
  return (
    <Alert>
      Your draft was restored.{" "}
      {files.length > 0 ? (
        <>
          Add these attachments again: <bdi>{files.join(", ")}</bdi>.{" "}
        </>
      ) : null}
      <button type="button" className={TEXT_LINK_STYLES} onClick={onDiscard}>
        Discard draft
      </button>
    </Alert>
  );
}
