/** Returns true when a write violated the given unique index. */
export function nameIsTaken(error: unknown, index: string): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === index;
}
