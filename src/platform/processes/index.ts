/**
 * Runs roles as separate processes. The supervisor forks a child per role, restarts each child that exits, with a growing
 * delay, and stops all of them on a signal. A child reports over IPC that it is ready. It exits when the IPC channel
 * closes, so that no role outlives a killed supervisor. A child can ask for a role that does not run yet.
 */
export { askProcess } from "./ask-process.ts";
export { sendToSupervisor } from "./child-messages.ts";
export { freeStartupMemory } from "./free-startup-memory.ts";
export { watchIdleShare } from "./idle-share.ts";
export type { ProcessSpec } from "./launch.ts";
export { roomForConnections } from "./room-for-connections.ts";
export { answerSupervisor, type RunningRole, runRoles } from "./run-roles.ts";
export { onStopSignal } from "./stop-signals.ts";
export { SupervisedProcess } from "./supervised-process.ts";
