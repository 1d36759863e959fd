import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { DryRun } from "../../../api-types.ts";
import { dryRun } from "./compose-api.ts";
import { type Draft, isCheckable } from "./draft.ts";
import { encodeFiles, sizeOfFiles } from "./encode-files.ts";
import { requestOf } from "./request-of.ts";

// Longer than the pauses while typing, shorter than users would wait.
const PAUSE_MS = 900;
// Larger drafts are uploaded only when the user presses the button.
const MAX_UNASKED_BYTES = 1_024 * 1_024;

type CheckRequest = {
  draft: Draft;
  files: File[];
  version: string;
  withSource: boolean;
};

export type CheckedDraft = DryRun & {
  html: string;
  /** The form's values at that time, to detect changes. */
  version: string;
};

export type Check = {
  /** The latest result; it stays while the next check runs. */
  result: CheckedDraft | undefined;
  error: Error | null;
  isChecking: boolean;
  /** A check begins when typing pauses. */
  isDue: boolean;
  /** The form has changed since the check. */
  isOld: boolean;
  /** Checks automatically when typing pauses; off with large attachments. */
  isLive: boolean;
  ask: (options?: { withSource?: boolean; onError?: (error: Error) => void }) => void;
};

/** Dry-runs the email in the form. */
export function useCheck(draft: Draft, files: File[]): Check {
  const version = useMemo(() => versionOf(draft, files), [draft, files]);
  const [result, setResult] = useState<CheckedDraft>();
  const { mutate, error, isPending, variables } = useMutation({ mutationFn: check });
  const isLive = sizeOfFiles(files) <= MAX_UNASKED_BYTES;
  const isDue = isLive && isCheckable(draft) && variables?.version !== version;

  useEffect(() => {
    if (!isDue) return;
    const request = { draft, files, version, withSource: false };
    const timer = window.setTimeout(() => mutate(request, { onSuccess: setResult }), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [isDue, draft, files, version, mutate]);

  return {
    result,
    error,
    isChecking: isPending,
    isDue,
    isOld: result !== undefined && result.version !== version,
    isLive,
    ask: ({ withSource = false, onError } = {}) =>
      mutate(
        { draft, files, version, withSource },
        { onSuccess: setResult, ...(onError && { onError: onError }) },
      ),
  };
}

async function check({ draft, files, version, withSource }: CheckRequest): Promise<CheckedDraft> {
  const response = await dryRun(requestOf(draft, await encodeFiles(files)), { withSource });
  return { ...response, html: draft.html, version };
}

function versionOf(draft: Draft, files: File[]): string {
  return JSON.stringify([draft, files.map(({ name, size, lastModified }) => [name, size, lastModified])]);
}
