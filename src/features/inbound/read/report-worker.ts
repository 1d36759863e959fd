/** The thread of ReportThread. Its first word is that it has started. */
import { parentPort } from "node:worker_threads";
import { readReport } from "../../../mail/report/index.ts";

parentPort?.on("message", (raw: Uint8Array) => parentPort?.postMessage(readReport(Buffer.from(raw))));
parentPort?.postMessage(null);
