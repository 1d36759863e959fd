/** Log events of the processes, with their meaning for operators (docs/reference/log-events.md). */
export const PROCESS_LOG_EVENTS = {
  "background.priority_kept":
    "The background process could not lower its priority, for example in a sandbox. On a busy machine, webhooks may delay mail.",
  "instance.ready": "All roles are running.",
  "instance.root_kept":
    "The program was started as root and cannot switch to another user. `reason` gives the cause.",
  "instance.unfit":
    "Another version migrated the database, or its secret key changed, so all roles of this node stop. `reason` says what to do.",
  "instance.stopped": "All roles have ended.",
  "instance.stopping": "A signal asked the program to stop.",
  "instance.stopping_quickly": "A second signal asked the program to stop immediately.",
  "sweep.failed": "Expired data could not be removed.",
} as const;

type Own = typeof PROCESS_LOG_EVENTS;

declare module "../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
