/** The result of a relay test. `step` is the failed step, `message` the result in words, `transcript` the session without passwords. */
export type RelayTest = { ok: boolean; step: string | null; message: string; transcript: string | null };
