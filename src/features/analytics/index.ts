/**
 * Analytics: the numbers of the dashboard's overview. It reads the tables of other features and writes none. Triggers of
 * migrations/0004_recipients.sql maintain daily_counts in the transactions that they count.
 */
export { overviewRoutes } from "./routes.ts";
