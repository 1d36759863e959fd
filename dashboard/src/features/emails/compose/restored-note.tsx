import { Alert } from "../../../ui/alert.tsx";
import { TEXT_LINK_STYLES } from "../../../ui/text-link.tsx";

type RestoredNoteProps = {
  /** Names of attachments that could not be kept. */
  files: string[];
  onDiscard: () => void;
};

/** Says that the form did not begin empty, and offers to. */
export function RestoredNote({ files, onDiscard }: RestoredNoteProps) {
  return (
    <Alert>
      This is what you wrote here before.{" "}
      {files.length > 0 ? (
        <>
          Attachments are not kept; add again: <bdi>{files.join(", ")}</bdi>.{" "}
        </>
      ) : null}
      <button type="button" className={TEXT_LINK_STYLES} onClick={onDiscard}>
        Discard it
      </button>
    </Alert>
  );
}
