/** Whether a write failed because of this unique index. */
export function nameIsTaken(error: unknown, index: string): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === index;
}
