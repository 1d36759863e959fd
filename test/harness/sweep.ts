/**
 * Whether sweeps try every combination of what they vary; `npm run prove -- --only sweeps` sets the variable. Otherwise every value of each
 * dimension is tried, but not with every value of the others.
 */
export const isFullSweep = process.env.FULL_SWEEP === "on";
