/** What came of trying a relay. `step`: where it failed; `message`: for people; `transcript`: what was said, never a password. */
export type RelayTest = { ok: boolean; step: string | null; message: string; transcript: string | null };
