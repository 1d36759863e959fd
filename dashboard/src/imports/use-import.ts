import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../api.ts";
import { formError } from "../form-errors.ts";

export type UploadWatch = { onProgress: (part: number) => void; signal: AbortSignal };

/** The server's limit. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** A file and its import, with progress. `queryKey` is the prefix of the queries that the import changes. */
export function useImport<Input, Result>(
  upload: (input: Input, watch: UploadWatch) => Promise<Result>,
  queryKey: QueryKey,
) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const stopping = useRef<AbortController>(null);
  const importing = useMutation({
    mutationFn: (input: Input) => {
      stopping.current = new AbortController();
      setPart(0);
      return upload(input, { onProgress: setPart, signal: stopping.current.signal });
    },
    // Also after an interrupted import: rows read so far are stored.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const chooseFile = (chosen: File | null): void => {
    // The error was about the previous file.
    importing.reset();
    setFile(chosen);
  };
  return { file, chooseFile, importing, part, cancel: () => stopping.current?.abort() };
}

export type FileImport<Input, Result> = ReturnType<typeof useImport<Input, Result>>;

/** After an interrupted upload, the rows before it are stored. The server's other errors say themselves what is stored. */
export function describeTrouble(error: Error | null): string | undefined {
  const trouble = formError(error, []);
  const isInterrupted =
    error instanceof ApiError && (error.status === 0 || error.status === 413 || error.status >= 500);
  if (!isInterrupted) return trouble;
  return `${trouble} Rows read so far are imported. Import the file again to continue.`;
}

export function sizeError(file: File | null): string | undefined {
  return file && file.size > MAX_FILE_BYTES
    ? "The file is over 100 MB. Split it and import the parts."
    : undefined;
}
