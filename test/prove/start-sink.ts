import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { nodePath } from "../harness/node-path.ts";
import type { SinkMessage, SinkOrder } from "./recording-sink.ts";
import type { Phase } from "./sink-session.ts";

const program = fileURLToPath(new URL("./recording-sink.ts", import.meta.url));

export type Sink = {
  port: number;
  /** Holds the next conversation that reaches the phase, or each; `standing` resolves when one is held. */
  hold: (phase: Phase, which?: "next" | "each") => Promise<{ standing: Promise<unknown> }>;
  /** The client ports of all held conversations. */
  heldPorts: () => readonly number[];
  /** Releases all held conversations. */
  release: () => Promise<void>;
  /** Sets whether the sink replies to the final dot. If not, it keeps the message and closes the connection at the dot. */
  answerDots: (dots: boolean) => Promise<void>;
  /** Sets the delay of replies to MAIL, in milliseconds. */
  slowDown: (ms: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts the recording sink in its own process; it writes its records to `ledgerPath`. */
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
  // Waits for confirmation of the order, because mail sent next could reach the sink before it.
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
