/**
 * Analytics: the figures of the overview. Reads the tables of other features and writes none: daily_counts is kept by triggers
 * of migrations/0004_recipients.sql, in the transactions of what they count.
 */
export { overviewRoutes } from "./routes.ts";
