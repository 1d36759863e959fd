/** A client's clock may be behind; up to this long ago still means "now". */
const lateByMs = 60_000;
/** Nobody remembers what they asked for more than a year ago. */
const furthestMs = 366 * 24 * 60 * 60_000;
/** ISO 8601 as RFC 3339 profiles it; without a zone it is UTC. */
const isoShape = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

export type Schedule = { ok: true; at: Date } | { ok: false; reason: string };

/** `scheduled_at` as people and programs write it: ISO 8601, or words such as "in 2 hours" and "tomorrow at 9:00", in UTC. */
export async function readSchedule(text: string, now: Date): Promise<Schedule> {
  const at = readIso(text.trim()) ?? (await readWords(text.trim(), now));
  if (!at)
    return {
      ok: false,
      reason: "is not a time; write 2026-11-21T08:00:00Z, or words such as `in 2 hours`",
    };
  const ahead = at.getTime() - now.getTime();
  if (ahead < -lateByMs) return { ok: false, reason: `is in the past (${at.toISOString()})` };
  if (ahead > furthestMs) return { ok: false, reason: `is more than a year ahead (${at.toISOString()})` };
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
async function readWords(text: string, now: Date): Promise<Date | null> {
  if (/\d{4}-\d/.test(text)) return null;
  const { parse } = await import("chrono-node");
  const [found, ...others] = parse(text, { instant: now, timezone: 0 }, { forwardDate: true });
  // What it made nothing of may be what mattered.
  if (!found || others.length > 0 || found.text.length < text.length) return null;
  return found.date();
}
