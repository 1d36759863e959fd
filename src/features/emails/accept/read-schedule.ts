import type { Component, ParsedComponents } from "chrono-node";

/** A client's clock may be behind; up to this long ago still means "now". */
const lateByMs = 60_000;
/** Nobody remembers what they asked for more than a year ago. */
const furthestMs = 366 * 24 * 60 * 60_000;
/** Words that name a time which may have gone by. The library would move it ahead: "last Friday" to the next one. */
const mayBePast = /\b(last|previous|yesterday|ago|earlier|this|today|tonight)\b/i;
/** Zones whose abbreviation covers summer and winter time. Every other one is an offset. */
const zones = new Map([
  ["ET", "America/New_York"],
  ["CT", "America/Chicago"],
  ["MT", "America/Denver"],
  ["PT", "America/Los_Angeles"],
  ["CET", "Europe/Berlin"],
]);
/** ISO 8601 as RFC 3339 profiles it; without a zone it is UTC. */
const isoShape = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

export type Schedule = { ok: true; at: Date } | { ok: false; reason: string };

/** `scheduled_at` as people and programs write it: ISO 8601, or words such as "in 2 hours" and "tomorrow at 9:00", in UTC. */
export async function readSchedule(text: string, now: Date): Promise<Schedule> {
  const at = readIso(text.trim()) ?? (await readWords(text.trim(), now));
  if (at === null)
    return {
      ok: false,
      reason: "is not a time; write 2026-11-21T08:00:00Z, or words such as `in 2 hours`",
    };
  if (at === "in a change of clocks")
    return {
      ok: false,
      reason:
        "is a local time at which clocks change, so it comes twice or not at all; write it with an offset, such as 2026-03-29T03:30:00+02:00",
    };
  const ahead = at.getTime() - now.getTime();
  const read = `was read as ${at.toISOString()}, which is`;
  if (ahead < -lateByMs) return { ok: false, reason: `${read} in the past` };
  if (ahead > furthestMs) return { ok: false, reason: `${read} more than a year ahead` };
  return { ok: true, at };
}

function readIso(text: string): Date | null {
  const [, day, time = "00:00", zone = "Z"] = isoShape.exec(text) ?? [];
  if (day === undefined) return null;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const at = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(at.getTime()) || !isOfThatDay(day) ? null : at;
}

/** JavaScript takes 31 February for 3 March. */
function isOfThatDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** The library is large and few need it, so it is loaded when the first one does. */
async function readWords(text: string, now: Date): Promise<Date | "in a change of clocks" | null> {
  if (/\d{4}-\d/.test(text)) return null;
  // The library knows one word for it.
  const words = text.replace(/\b(?:the )?day after tomorrow\b/i, "overmorrow");
  const { parse } = await import("chrono-node");
  const [found, ...others] = parse(
    words,
    { instant: now, timezone: 0 },
    { forwardDate: !mayBePast.test(words) },
  );
  // What it made nothing of may be what mattered.
  if (!found || others.length > 0 || found.text.length < words.length) return null;
  const [abbreviation = ""] = words.match(/\b(?:ET|CT|MT|PT|CET)\b/i) ?? [];
  const zone = zones.get(abbreviation.toUpperCase());
  return zone === undefined ? found.date() : inZone(found.start, zone);
}

/** The instant of a local time in a zone that has summer time. */
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
