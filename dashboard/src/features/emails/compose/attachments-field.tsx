import { fieldError } from "../../../form-errors.ts";
import { FileField } from "../../../ui/file-field.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { MAX_ATTACHMENT_BYTES, sizeOfFiles } from "./encode-files.ts";
import type { ComposeForm } from "./use-compose-form.ts";

/** Whether the attachments alone are more than a request has room for. */
export function isTooLarge(files: File[]): boolean {
  return sizeOfFiles(files) > MAX_ATTACHMENT_BYTES;
}

export function AttachmentsField({
  form: { files, setFiles },
  fault,
}: {
  form: ComposeForm;
  fault: unknown;
}) {
  const size = sizeOfFiles(files);
  const limit = formatBytes(MAX_ATTACHMENT_BYTES);
  return (
    <FileField
      label="Add attachments"
      files={files}
      onChange={setFiles}
      hint={size === 0 ? `Up to ${limit} in all` : `${formatBytes(size)} of ${limit}`}
      error={
        isTooLarge(files)
          ? `Together they are more than ${limit}. Remove some.`
          : fieldError(fault, "attachments")
      }
    />
  );
}
