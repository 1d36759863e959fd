import { flushCompileCache } from "node:module";

/** Loads all modules of serve, so that the compile cache is full before the first start. */
export async function warm(): Promise<void> {
  await Promise.all([
    import("./serve/index.ts"),
    import("./role.ts"),
    import("../processes/api.ts"),
    import("../processes/worker.ts"),
    import("../processes/smtp.ts"),
    import("../processes/inbound.ts"),
    import("./prepare.ts"),
  ]);
  flushCompileCache();
}
