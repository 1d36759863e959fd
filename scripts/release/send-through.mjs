import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { promisify } from "node:util";

/** npx installs first. */
const READY_WITHIN_MS = 300_000;
const CAPTURED_WITHIN_MS = 10_000;
/** Files below this are served as they are (`MIN_COMPRESSED_BYTES` of dashboard/vite.config.ts). */
const SMALL_BYTES = 1_024;
const EVERY_MS = 100;
/** npx needs them to reach the registry behind a proxy. No other variable is passed on, so that none changes the instance. */
const OF_THE_NETWORK = ["NODE_EXTRA_CA_CERTS", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"];

/**
 * Starts Posthouse with a command of an installed package, sends an email, waits until it is in the inbox, loads the dashboard, and
 * stops. `cache`: npm's, for npx. Throws.
 */
export async function sendThrough([file, ...args], { cwd, user = null, cache = null }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    PORT: String(port),
    SMTP_PORT: "0",
    SMTPS_PORT: "0",
    ...Object.fromEntries(
      OF_THE_NETWORK.filter((name) => process.env[name]).map((name) => [name, process.env[name]]),
    ),
    ...(cache && { npm_config_cache: cache }),
  };
  const asUser = user ? { uid: user.uid, gid: user.gid } : {};
  const options = { cwd, env, ...asUser };
  // A process group of its own, so that the signal also reaches what npx starts, as Ctrl-C does.
  const server = spawn(file, args, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (output += text));
  const ended = once(server, "close");
  try {
    await until(async () => hasEnded(server) || (await isReady(url)), {
      within: READY_WITHIN_MS,
      what: "start",
    });
    if (hasEnded(server)) throw new Error("it ended");
    const create = ["keys", "create", "--account", "admin@example.com", "--name", "release"];
    const { stdout } = await promisify(execFile)(file, [...args, ...create], options);
    await sendOne(url, stdout.trim());
    await loadPages(url);
  } catch (error) {
    throw new Error(`posthouse failed: ${error.message}\n${output}`, { cause: error });
  } finally {
    if (!hasEnded(server)) process.kill(-server.pid, "SIGINT");
    await ended;
  }
}

async function sendOne(url, key) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ to: "ada@example.com", subject: "Release", text: "It works." });
  const sent = await fetch(`${url}/api/v1/send`, { method: "POST", headers, body });
  if (!sent.ok) throw new Error(`sending returned ${sent.status}: ${await sent.text()}`);
  const { id } = await sent.json();
  const isCaptured = async () => {
    const email = await (await fetch(`${url}/api/v1/emails/${id}`, { headers })).json();
    return email.status === "captured";
  };
  await until(isCaptured, { within: CAPTURED_WITHIN_MS, what: "delivery to the inbox" });
}

/** The dashboard with its scripts, which are compressed unless they fit into one packet, and the documentation. */
async function loadPages(url) {
  const page = await (await load(`${url}/`)).text();
  const scripts = [...page.matchAll(/type="module"[^>]* src="([^"]+)"/g)].map(([, src]) => src);
  if (scripts.length === 0) throw new Error("the dashboard has no script");
  for (const script of scripts) {
    const answer = await load(`${url}${script}`);
    const isSmall = (await answer.arrayBuffer()).byteLength < SMALL_BYTES;
    if (!isSmall && answer.headers.get("content-encoding") !== "br")
      throw new Error(`${script} is not compressed`);
  }
  await load(`${url}/docs/`);
}

async function load(url) {
  const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}`);
  return answer;
}

async function isReady(url) {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  return answer?.ok === true;
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

async function until(condition, { within, what }) {
  const deadline = performance.now() + within;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} took longer than ${within / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
