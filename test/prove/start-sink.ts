import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { nodePath } from "../harness/node-path.ts";
import type { SinkMessage, SinkOrder } from "./recording-sink.ts";
import type { Phase } from "./sink-session.ts";

const program = fileURLToPath(new URL("./recording-sink.ts", import.meta.url));

export type Sink = {
  port: number;
  /** Holds the next conversation that reaches the phase, or each that does; `standing` resolves once one stands there. */
  hold: (phase: Phase, which?: "next" | "each") => Promise<{ standing: Promise<unknown> }>;
  /** The clients' ports of all that have been held since. */
  heldPorts: () => readonly number[];
  /** Lets all that are held go on. */
  release: () => Promise<void>;
  /** Whether dots are answered from now on; otherwise each conversation ends at its dot, with the message kept. */
  answerDots: (dots: boolean) => Promise<void>;
  /** MAIL is answered after so many milliseconds from now on. */
  slowDown: (ms: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts the recording sink as a process of its own; its records go to `ledgerPath`. */
export async function startSink(ledgerPath: string): Promise<Sink> {
  const child = fork(program, [ledgerPath], { execPath: nodePath, execArgv: [] });
  const waiting = new Map<SinkMessage["kind"], PromiseWithResolvers<SinkMessage>>();
  let heldPorts: number[] = [];
  child.on("message", (message: SinkMessage) => {
    if (message.kind === "held") heldPorts.push(message.remotePort);
    waiting.get(message.kind)?.resolve(message);
  });
  child.on("exit", (code) => {
    for (const wait of waiting.values()) wait.reject(new Error(`the sink ended with code ${code}`));
  });
  const next = (kind: SinkMessage["kind"]) => {
    const wait = Promise.withResolvers<SinkMessage>();
    waiting.set(kind, wait);
    return wait.promise;
  };
  // What is sent next may reach the sink sooner than its order, so an order is waited for.
  const order = async (message: SinkOrder) => {
    const ordered = next("ordered");
    child.send(message);
    await ordered;
  };
  const listening = await next("listening");
  return {
    port: listening.kind === "listening" ? listening.port : 0,
    hold: async (phase, which = "next") => {
      heldPorts = [];
      const standing = next("held");
      await order({ kind: "hold", phase, each: which === "each" });
      return { standing };
    },
    heldPorts: () => heldPorts,
    release: () => order({ kind: "release" }),
    answerDots: (dots) => order({ kind: "answer", dots }),
    slowDown: (ms) => order({ kind: "slow", ms }),
    stop: async () => {
      waiting.clear();
      child.disconnect();
      await once(child, "exit");
    },
  };
}
