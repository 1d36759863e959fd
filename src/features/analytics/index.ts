/**
 * Analytics: the numbers of the dashboard's overview. It reads the tables of other features and writes none. Triggers of
 * migrations/0005_daily_counts.sql maintain daily_counts in the transactions that they count.
 */
export { overviewRoutes } from "./routes.ts";
