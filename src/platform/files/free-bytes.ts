import { statfs } from "node:fs/promises";

/** The free space of the disk that has a directory, for users other than root. Null: it cannot be determined. */
export async function freeBytes(path: string): Promise<number | null> {
  const disk = await statfs(path).catch(() => null);
  return disk && disk.bavail * disk.bsize;
}
