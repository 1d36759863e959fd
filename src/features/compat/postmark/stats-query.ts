import { type Static, Type } from "typebox";
import { errors } from "../../../platform/errors/index.ts";
import { MESSAGE_STREAMS, reasonToRefuseStream } from "./message-streams.ts";

const text = Type.Optional(Type.String({ maxLength: 300 }));
/** Node's SDK sends `fromDate`; others send `fromdate`. */
export const statsQuery = Type.Object({
  tag: text,
  fromDate: text,
  fromdate: text,
  toDate: text,
  todate: text,
  messageStream: text,
  messagestream: text,
});
type StatsQuery = Static<typeof statsQuery>;

/** Postmark's days are those of the east coast of America. */
export const TIME_ZONE = "America/New_York";
/** Without dates, Postmark returns everything. One response here has at most this many days. */
const FIRST_DAY = "2020-01-01";

type Filters = { tag?: { name: string; value: string }; stream?: "bulk" | "transactional" };

/** The range, with its end excluded, and the filters. Error: `validation_failed`. */
export function readStatsQuery(query: StatsQuery): { ends: { from: string; to?: string }; filters: Filters } {
  const from = readDay("fromdate", query.fromdate ?? query.fromDate) ?? FIRST_DAY;
  const to = readDay("todate", query.todate ?? query.toDate);
  const stream = readStream(query.messagestream ?? query.messageStream);
  return {
    ends: { from, ...(to !== null && { to: dayAfter(to) }) },
    filters: {
      // An email's tag is stored under this name, see to-send-request.ts.
      ...(query.tag !== undefined && { tag: { name: "tag", value: query.tag } }),
      ...(stream !== undefined && { stream }),
    },
  };
}

function readStream(id: string | undefined) {
  const refused = reasonToRefuseStream(id);
  if (refused) throw errors.validation_failed(`${refused.path}: ${refused.message}`, { fields: [refused] });
  return MESSAGE_STREAMS.get(id ?? "");
}

function readDay(path: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (day === undefined || Number.isNaN(Date.parse(day)))
    throw invalidParameter(path, "must be a date such as 2026-11-21");
  return day;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

export function invalidParameter(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
