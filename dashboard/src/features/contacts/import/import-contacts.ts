import { queryOptions, skipToken } from "@tanstack/react-query";
import { api, withQuery } from "../../../api.ts";
import type { ContactsImport, ImportPreview } from "../../../api-types.ts";
import type { UploadWatch } from "../../../imports/use-import.ts";

/** The preview reads a few rows. A row of a contact has far less than this. */
const PREVIEW_BYTES = 1024 * 1024;

export type OnConflict = "update" | "skip";
export type ImportInput = { file: File; onConflict: OnConflict; subscribed: boolean };

/** `onProgress` receives the uploaded fraction, which the server has also read. */
export function importContacts(
  { file, onConflict, subscribed }: ImportInput,
  watch: UploadWatch,
): Promise<ContactsImport> {
  const path = withQuery("/api/contacts/import", { on_conflict: onConflict, subscribed });
  return api.upload(path, { file, type: "text/csv", ...watch });
}

/** The columns and first rows of a file, as the server reads them. */
export function importPreviewQuery(file: File | null) {
  return queryOptions({
    queryKey: ["contacts-import-preview", file?.name, file?.size, file?.lastModified],
    queryFn: file
      ? ({ signal }) =>
          api.upload<ImportPreview>("/api/contacts/import/preview", {
            file: file.slice(0, PREVIEW_BYTES),
            type: "text/csv",
            onProgress: () => undefined,
            signal,
          })
      : skipToken,
    // The file may change on the disk.
    gcTime: 0,
    retry: false,
  });
}
