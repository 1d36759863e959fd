import type { Component, ParsedComponents } from "chrono-node";

/** A client's clock may be behind, so a time up to this long ago means "now". */
const LATE_BY_MS = 60_000;
/** A schedule more than a year ahead is probably a mistake. */
const FURTHEST_MS = 366 * 24 * 60 * 60_000;
/** Words for a time that may be in the past. Otherwise the library would read "last Friday" as the next Friday. */
const MAY_BE_PAST = /\b(last|previous|yesterday|ago|earlier|this|today|tonight)\b/i;
/** Zones whose abbreviation covers summer and winter time. The other abbreviations have a fixed offset. */
const ZONES = new Map([
  ["ET", "America/New_York"],
  ["CT", "America/Chicago"],
  ["MT", "America/Denver"],
  ["PT", "America/Los_Angeles"],
  ["CET", "Europe/Berlin"],
]);
/** The RFC 3339 profile of ISO 8601. Without a zone the time is in UTC. */
const ISO_SHAPE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

export type Schedule = { ok: true; at: Date } | { ok: false; reason: string };

/** Reads `scheduled_at`: ISO 8601, or words such as "in 2 hours" and "tomorrow at 9:00", in UTC. */
export async function readSchedule(text: string, now: Date): Promise<Schedule> {
  const at = readIso(text.trim()) ?? (await readWords(text.trim(), now));
  if (at === null)
    return {
      ok: false,
      reason: "is not a time; use the form 2026-11-21T08:00:00Z, or words such as `in 2 hours`",
    };
  if (at === "in a change of clocks")
    return {
      ok: false,
      reason:
        "is a local time that occurs twice or not at all because the clocks change; write it with an offset, such as 2026-03-29T03:30:00+02:00",
    };
  const ahead = at.getTime() - now.getTime();
  const reading = `was read as ${at.toISOString()}, which is`;
  if (ahead < -LATE_BY_MS) return { ok: false, reason: `${reading} in the past` };
  if (ahead > FURTHEST_MS) return { ok: false, reason: `${reading} more than a year ahead` };
  return { ok: true, at };
}

function readIso(text: string): Date | null {
  const [, day, time = "00:00", zone = "Z"] = ISO_SHAPE.exec(text) ?? [];
  if (day === undefined) return null;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const at = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(at.getTime()) || !isOfThatDay(day) ? null : at;
}

/** JavaScript reads 31 February as 3 March. */
function isOfThatDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** The library is large and rarely needed, so it is loaded on first use. */
async function readWords(text: string, now: Date): Promise<Date | "in a change of clocks" | null> {
  if (/\d{4}-\d/.test(text)) return null;
  // The library supports only this word for it.
  const words = text.replace(/\b(?:the )?day after tomorrow\b/i, "overmorrow");
  const { parse } = await import("chrono-node");
  const [found, ...rest] = parse(
    words,
    { instant: now, timezone: 0 },
    { forwardDate: !MAY_BE_PAST.test(words) },
  );
  // Text that the library ignored may matter.
  if (!found || rest.length > 0 || found.text.length < words.length) return null;
  const [abbreviation = ""] = words.match(/\b(?:ET|CT|MT|PT|CET)\b/i) ?? [];
  const zone = ZONES.get(abbreviation.toUpperCase());
  return zone === undefined ? found.date() : inZone(found.start, zone);
}

/** Converts a local time to an instant in a zone that has summer time. */
function inZone(local: ParsedComponents, timeZone: string): Date | "in a change of clocks" {
  const part = (name: Component) => local.get(name) ?? 0;
  const fields = {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
    timeZone,
  };
  try {
    return new Date(Temporal.ZonedDateTime.from(fields, { disambiguation: "reject" }).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return "in a change of clocks";
    throw error;
  }
}
