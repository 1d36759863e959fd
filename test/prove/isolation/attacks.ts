import { setTimeout as pause } from "node:timers/promises";
import { HOSTS, type IsolationWorld } from "./isolation-world.ts";

/** One tenant's attempt to harm another. To add one, append it to the list: the stage measures the victim without and with it. */
export type Attack = {
  name: string;
  /** How long the victim is measured during the attack. */
  seconds: number;
  /** Attacks until the measurement is over. */
  play: (world: IsolationWorld, isOver: () => boolean) => Promise<void>;
  /** Measures the victim, in milliseconds. Default: delivery times of mail to the provider. */
  measure?: (world: IsolationWorld, name: string, seconds: number) => Promise<number[]>;
  /** The factor by which the victim may become slower. */
  mostRatio?: number;
};

export const attacks: Attack[] = [
  {
    name: "30 mails at once to a host of the provider that takes none",
    seconds: 8,
    play: strike(30, 60_000),
  },
  { name: "5 mails a second to a host of the provider that takes none", seconds: 15, play: strike(1, 200) },
  {
    name: "12 mails a minute to a host of the provider that takes none",
    seconds: 30,
    play: strike(1, 5_000),
  },
  { name: "new domains and two accounts for such a host", seconds: 10, play: strikeByMany },
  { name: "recipients for whom the provider asks to slow down", seconds: 10, play: annoy },
  { name: "a silent host beside the provider's", seconds: 10, play: stall },
];

function strike(mails: number, everyMs: number): Attack["play"] {
  return async (world, isOver) => {
    world.publish("evil.example", HOSTS.closed);
    await repeat(everyMs, isOver, (n) =>
      Promise.all(
        Array.from({ length: mails }, (_, m) =>
          world.send(world.attackers[0], `${everyMs}-${n}-${m}@evil.example`),
        ),
      ),
    );
  };
}

async function strikeByMany(world: IsolationWorld, isOver: () => boolean): Promise<void> {
  await repeat(100, isOver, async (n) => {
    world.publish(`evil${n}.example`, HOSTS.closed);
    await world.send(world.attackers[n % 2] as IsolationWorld["victim"], `x@evil${n}.example`);
  });
}

async function annoy(world: IsolationWorld, isOver: () => boolean): Promise<void> {
  world.publish("annoying.example", HOSTS.provider);
  await repeat(30, isOver, (n) => world.send(world.attackers[0], `slow${n}@annoying.example`));
}

async function stall(world: IsolationWorld, isOver: () => boolean): Promise<void> {
  world.publish("stalling.example", HOSTS.provider, HOSTS.silent);
  await repeat(30, isOver, (n) => world.send(world.attackers[0], `${n}@stalling.example`));
}

async function repeat(everyMs: number, isOver: () => boolean, act: (n: number) => Promise<unknown>) {
  for (let n = 0; !isOver(); n += 1) {
    await act(n);
    for (const until = performance.now() + everyMs; performance.now() < until && !isOver(); )
      await pause(Math.min(50, everyMs));
  }
}
