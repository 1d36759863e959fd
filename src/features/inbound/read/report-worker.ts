/** The thread of ReportThread. */
import { parentPort } from "node:worker_threads";
import { readReport } from "../../../mail/report/index.ts";

parentPort?.on("message", (raw: Uint8Array) => parentPort?.postMessage(readReport(Buffer.from(raw))));
