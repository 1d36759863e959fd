import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Attack } from "./attacks.ts";
import type { IsolationWorld } from "./isolation-world.ts";

const nestedHtml = "<div>".repeat(200_000);
const manyParagraphs = "<p>x</p>".repeat(120_000);
/** All but one byte of each is held back; together they would fill the memory for bodies. */
const CLAIMED_BYTES = [41, 38, 31, 25, 19, 14, 10, 7, 4, 2, 1, 0.1].map((mb) => Math.floor(mb * 1_000_000));

/** Attacks on the API: bodies that are slow to parse, and bodies that never arrive. */
export const attacksByHttp: Attack[] = [
  { name: "HTML nested 200,000 deep, as sends and dry runs", seconds: 10, play: sendNested },
  { name: "a sandboxed mail of 1 MB to 500 people", seconds: 10, play: fillSandbox },
  { name: "12 bodies that never arrive", seconds: 10, play: holdBodies, measure: measureBodies },
];

async function sendNested(world: IsolationWorld, isOver: () => boolean): Promise<void> {
  const from = `shop@${world.attackers[0].domain}`;
  for (let n = 0; !isOver(); n += 1) {
    const mail = { from, to: `nested${n}@friends.example`, subject: "Hello", html: nestedHtml };
    await post(world, "/api/v1/send?dry_run=true", mail);
    if (n < 20) await post(world, "/api/v1/send", mail);
    await pause(50);
  }
}

async function fillSandbox(world: IsolationWorld, isOver: () => boolean): Promise<void> {
  const mail = {
    from: { email: `shop@${world.attackers[0].domain}` },
    subject: "Hello",
    content: [{ type: "text/html", value: manyParagraphs }],
    personalizations: Array.from({ length: 500 }, (_, n) => ({ to: [{ email: `s${n}@friends.example` }] })),
    mail_settings: { sandbox_mode: { enable: true } },
  };
  while (!isOver()) {
    await post(world, "/compat/sendgrid/v3/mail/send", mail);
    await pause(50);
  }
}

async function holdBodies(world: IsolationWorld, isOver: () => boolean): Promise<void> {
  const { hostname, port } = new URL(world.posthouse.baseUrl);
  const head = (bytes: number) =>
    `POST /api/v1/send HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${world.attackers[0].key}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`;
  const sockets = new Set<Socket>();
  while (!isOver()) {
    for (const bytes of CLAIMED_BYTES.slice(sockets.size)) {
      const socket = connect({ host: hostname, port: Number(port) });
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
      socket.write(head(bytes));
    }
    await pause(50);
  }
  for (const socket of sockets) socket.destroy();
}

/** Times of the victim's requests of 100 kB, each with status 200. */
async function measureBodies(world: IsolationWorld, name: string, seconds: number): Promise<number[]> {
  const { key, domain } = world.victim;
  const times: number[] = [];
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; ) {
    const since = performance.now();
    const to = `${name}${times.length}@friends.example`;
    const mail = { from: `shop@${domain}`, to, subject: "Hello", text: "x".repeat(100_000) };
    const status = await post(world, "/api/v1/send", mail, key);
    if (status !== 200) throw new Error(`the victim was answered ${status}`);
    times.push(performance.now() - since);
    await pause(30);
  }
  return times;
}

async function post(world: IsolationWorld, path: string, body: object, key = world.attackers[0].key) {
  const answer = await fetch(world.posthouse.baseUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}
