import { fieldError } from "../../../form-errors.ts";
import { FileField } from "../../../ui/file-field.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { MAX_ATTACHMENT_BYTES, sizeOfFiles } from "./encode-files.ts";
import type { ComposeForm } from "./use-compose-form.ts";

/** Whether the attachments alone exceed a request's size. */
export function isTooLarge(files: File[]): boolean {
  return sizeOfFiles(files) > MAX_ATTACHMENT_BYTES;
}

export function AttachmentsField({
  form: { files, setFiles },
  error,
}: {
  form: ComposeForm;
  error: unknown;
}) {
  const size = sizeOfFiles(files);
  const limit = formatBytes(MAX_ATTACHMENT_BYTES);
  return (
    <FileField
      label="Add attachments"
      files={files}
      onChange={setFiles}
      hint={size === 0 ? `Up to ${limit} in total` : `${formatBytes(size)} of ${limit}`}
      error={
        isTooLarge(files) ? `Attachments exceed ${limit}. Remove some.` : fieldError(error, "attachments")
      }
    />
  );
}
