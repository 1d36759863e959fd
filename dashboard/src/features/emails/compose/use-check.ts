import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type DryRun, dryRun } from "./compose-api.ts";
import { type Draft, isCheckable } from "./draft.ts";
import { encodeFiles, sizeOfFiles } from "./encode-files.ts";
import { requestOf } from "./request-of.ts";

// Long enough that a sentence is typed, short enough that nobody waits for it.
const pauseMs = 900;
// More than this goes up only when the reader asks.
const maxUnaskedBytes = 1_024 * 1_024;

interface Asked {
  draft: Draft;
  files: File[];
  /** What the form said when it was asked, to tell whether it still does. */
  version: string;
  withSource: boolean;
}

export interface Check {
  result: (DryRun & { html: string }) | undefined;
  error: Error | null;
  isChecking: boolean;
  /** The form has changed since. */
  isOld: boolean;
  /** It asks by itself when the typing pauses; with large attachments it does not. */
  isLive: boolean;
  ask: (options?: { withSource?: boolean; onFault?: (error: Error) => void }) => void;
}

/** What would become of the email as it stands in the form. */
export function useCheck(draft: Draft, files: File[]): Check {
  const version = useMemo(() => versionOf(draft, files), [draft, files]);
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async ({ draft, files, withSource }: Asked) => ({
      ...(await dryRun(requestOf(draft, await encodeFiles(files)), { withSource })),
      html: draft.html,
    }),
  });
  const isLive = sizeOfFiles(files) <= maxUnaskedBytes;
  const isAsked = variables?.version === version;
  const isReady = isLive && isCheckable(draft) && !isAsked;

  useEffect(() => {
    if (!isReady) return;
    const timer = window.setTimeout(() => mutate({ draft, files, version, withSource: false }), pauseMs);
    return () => window.clearTimeout(timer);
  }, [isReady, draft, files, version, mutate]);

  return {
    result: data,
    error,
    isChecking: isPending,
    isOld: data !== undefined && !isAsked,
    isLive,
    ask: ({ withSource = false, onFault } = {}) =>
      mutate({ draft, files, version, withSource }, onFault ? { onError: onFault } : {}),
  };
}

function versionOf(draft: Draft, files: File[]): string {
  return JSON.stringify([draft, files.map(({ name, size, lastModified }) => [name, size, lastModified])]);
}
