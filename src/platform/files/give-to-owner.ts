import { lchownSync, statSync } from "node:fs";

/**
 * Gives files that root created in another user's directory to that user, who can then start the program too. The user can replace
 * such a file with a symbolic link at any time, so links are not followed.
 */
export function giveToOwner(directory: string, files: readonly string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(directory);
  for (const file of files) lchownSync(file, uid, gid);
}
