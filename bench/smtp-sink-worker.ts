import { parentPort } from "node:worker_threads";
import { startSmtpSink } from "../test/harness/smtp-server.ts";

/** A sink that keeps nothing, in a thread of its own so that it does not share the event loop of what is measured. */
const sink = await startSmtpSink({ keepMessages: false });
parentPort?.postMessage(sink.port);
