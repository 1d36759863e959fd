/** True under `npm run prove`: tests that have a short form for `npm test` run their long one. */
export const isLongForm = process.env.POSTHOUSE_LONG_TESTS === "1";
