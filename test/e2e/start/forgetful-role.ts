/** A role whose routes do not catch errors of a stream, of a timer and of a promise. For stray-errors.test.ts. */
import { Transform } from "node:stream";
import { buildServer, isConnectionError } from "../../../src/platform/http/index.ts";
import { runRoles } from "../../../src/platform/processes/index.ts";
import { createLogger } from "../../../src/platform/telemetry/index.ts";

const log = createLogger("info", "test");

await runRoles({
  log,
  explain: () => null,
  reasonToStop: async () => null,
  close: async () => undefined,
  starts: {
    api: async () => {
      const app = buildServer({ baseUrl: "http://localhost", trustedProxies: [], log });
      app.addHook("preParsing", (request, _reply, payload, done) => {
        if (request.url !== "/api/stream") return done();
        const forgotten = new Transform();
        payload.on("error", (error) => forgotten.destroy(error));
        done(null, payload.pipe(forgotten));
      });
      app.get("/api/stream", async () => ({}));
      app.get(
        "/api/timer",
        async () => void setTimeout(() => (undefined as never as { no: () => void }).no(), 1),
      );
      app.get("/api/promise", async () => void Promise.reject(new Error("a forgotten promise")));
      const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
      app.get("/api/reset", async () => void setTimeout(() => process.emit("uncaughtException", reset), 1));
      app.get("/api/throw", async () => {
        throw new TypeError("a fault of a route");
      });
      const url = await app.listen({ host: "127.0.0.1", port: 0 });
      return { url, isOfOneClient: isConnectionError, stop: async () => void (await app.close()) };
    },
  },
});
