/** `npm run dev`: restarts the server when its code changes; Vite reloads the dashboard in the browser. */
import { spawn } from "node:child_process";
import { inRoot, pinnedNode, root, toolEnvironment } from "./setup/paths.mjs";
import { setUp } from "./setup/set-up.mjs";

const dashboardPort = process.env.DASHBOARD_PORT ?? "5173";

await setUp({ build: false });

const watched = ["src", "migrations"].map((directory) => `--watch-path=${inRoot(directory)}`);
// The browser's origin is Vite's, so the server must accept that origin.
const env = { BASE_URL: `http://localhost:${dashboardPort}`, ...toolEnvironment() };
const children = [
  spawn(
    pinnedNode,
    [...watched, "--watch-preserve-output", inRoot("src/main.ts"), "serve", ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: "inherit",
      env,
    },
  ),
  spawn(inRoot("node_modules/.bin/vite"), ["dashboard", "--port", dashboardPort, "--strictPort"], {
    cwd: root,
    stdio: "inherit",
    env,
  }),
];

/** Neither process is useful alone, so when one ends, the other is ended too. */
const endAll = () => {
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, endAll);
for (const child of children) {
  child.on("exit", (code) => {
    process.exitCode ||= code ?? 0;
    endAll();
  });
}
