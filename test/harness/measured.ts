/** For a test that compares durations: it is tried up to three times, because a busy machine disturbs single runs, and a fault disturbs all. */
export const MEASURED = { retry: 2 };
