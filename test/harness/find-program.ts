import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** The path of an installed program; null if there is none with this name. */
export function findProgram(name: string): string | null {
  if (isAbsolute(name)) return name;
  const paths = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"].map((folder) =>
    join(folder, name),
  );
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Names of Chromium. The headless shell comes first: it takes a fifth less processor time. */
export const BROWSERS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
