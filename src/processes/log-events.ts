import { PLATFORM_LOG_EVENTS } from "../platform/telemetry/index.ts";
import { features } from "./features.ts";

/** All log events by name, with their meaning for operators. Generates docs/reference/log-events.md. */
export const LOG_EVENTS: readonly (readonly [name: string, meaning: string])[] = [
  PLATFORM_LOG_EVENTS,
  ...features.map(({ logEvents }) => logEvents),
]
  .flatMap((declared) => Object.entries(declared))
  .sort(([a], [b]) => (a < b ? -1 : 1));
