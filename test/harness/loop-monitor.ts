import { threadCpuUsage } from "node:process";

/** A period in which this thread's event loop was blocked. */
export type Stretch = {
  /** The end, by Date.now(). */
  at: number;
  wallMs: number;
  /** Processor time of this thread, which does not include time for other programs. */
  cpuMs: number;
};

const EVERY_MS = 5;
/** Shorter blocks are ignored. */
const NOTEWORTHY_MS = 15;
const KEPT = 500;

/** Records the periods in which this thread's event loop was blocked. */
export class LoopMonitor {
  #stretches: Stretch[] = [];
  readonly #timer: NodeJS.Timeout;
  #wall = performance.now();
  #cpu = threadCpuMs();

  constructor() {
    this.#timer = setInterval(() => this.#look(), EVERY_MS).unref();
  }

  /** Since a time by Date.now(), the longest first. */
  stretches(since = 0): Stretch[] {
    this.#look();
    return byLength(this.#stretches.filter(({ at }) => at >= since));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const wall = performance.now();
    const cpu = threadCpuMs();
    const wallMs = wall - this.#wall;
    const cpuMs = Math.min(wallMs, cpu - this.#cpu);
    this.#wall = wall;
    this.#cpu = cpu;
    if (cpuMs < NOTEWORTHY_MS) return;
    this.#stretches.push({ at: Date.now(), wallMs: round(wallMs), cpuMs: round(cpuMs) });
    if (this.#stretches.length <= KEPT) return;
    this.#stretches = byLength(this.#stretches).slice(0, KEPT / 2);
  }
}

function byLength(stretches: Stretch[]): Stretch[] {
  return stretches.toSorted((one, other) => other.cpuMs - one.cpuMs);
}

function threadCpuMs(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
