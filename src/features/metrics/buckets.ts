/** Upper bounds in seconds. A login code should arrive within one second, and greylisting takes five to fifteen minutes. */
export const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400];
