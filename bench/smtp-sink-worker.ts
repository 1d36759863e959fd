import { parentPort } from "node:worker_threads";
import { startSmtpSink } from "../test/harness/smtp-server.ts";

/** A sink that keeps nothing, in its own thread, so that it does not share the measured event loop. */
const sink = await startSmtpSink({ keepMessages: false });
parentPort?.postMessage(sink.port);
