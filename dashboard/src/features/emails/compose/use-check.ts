import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { DryRun } from "../../../api-types.ts";
import { dryRun } from "./compose-api.ts";
import { type Draft, isCheckable } from "./draft.ts";
import { encodeFiles, sizeOfFiles } from "./encode-files.ts";
import { requestOf } from "./request-of.ts";

// Long enough that a sentence is typed, short enough that nobody waits for it.
const PAUSE_MS = 900;
// More than this goes up only when the reader asks.
const MAX_UNASKED_BYTES = 1_024 * 1_024;

type Asked = {
  draft: Draft;
  files: File[];
  version: string;
  withSource: boolean;
};

export type CheckedDraft = DryRun & {
  html: string;
  /** What the form said then, to tell whether it still does. */
  version: string;
};

export type Check = {
  /** The latest one; it stays while another is under way. */
  result: CheckedDraft | undefined;
  error: Error | null;
  isChecking: boolean;
  /** The form has changed since. */
  isOld: boolean;
  /** It asks by itself when the typing pauses; with large attachments it does not. */
  isLive: boolean;
  ask: (options?: { withSource?: boolean; onFault?: (error: Error) => void }) => void;
};

/** What would become of the email as it stands in the form. */
export function useCheck(draft: Draft, files: File[]): Check {
  const version = useMemo(() => versionOf(draft, files), [draft, files]);
  const [result, setResult] = useState<CheckedDraft>();
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: check,
    onSuccess: setResult,
  });
  const isLive = sizeOfFiles(files) <= MAX_UNASKED_BYTES;
  const isReady = isLive && isCheckable(draft) && variables?.version !== version;

  useEffect(() => {
    if (!isReady) return;
    const timer = window.setTimeout(() => mutate({ draft, files, version, withSource: false }), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [isReady, draft, files, version, mutate]);

  return {
    result,
    error,
    isChecking: isPending,
    isOld: result !== undefined && result.version !== version,
    isLive,
    ask: ({ withSource = false, onFault } = {}) =>
      mutate({ draft, files, version, withSource }, onFault ? { onError: onFault } : {}),
  };
}

async function check({ draft, files, version, withSource }: Asked): Promise<CheckedDraft> {
  const answer = await dryRun(requestOf(draft, await encodeFiles(files)), { withSource });
  return { ...answer, html: draft.html, version };
}

function versionOf(draft: Draft, files: File[]): string {
  return JSON.stringify([draft, files.map(({ name, size, lastModified }) => [name, size, lastModified])]);
}
