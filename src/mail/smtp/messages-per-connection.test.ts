import { expect, test } from "vitest";
import { MessagesPerConnection } from "./messages-per-connection.ts";

test("the limit halves each time the server closes a connection, down to what the server accepts", () => {
  const messages = new MessagesPerConnection(100);
  const after = Array.from({ length: 6 }, () => {
    messages.endedByServer({ afterMessages: 5 });
    return messages.most;
  });
  expect(after).toEqual([50, 25, 12, 6, 5, 5]);
});

test("a connection opened under a higher limit does not raise it, and the limit is at least one", () => {
  const messages = new MessagesPerConnection(4);
  messages.endedByServer({ afterMessages: 90 });
  expect(messages.most).toBe(4);
  for (let n = 0; n < 5; n += 1) messages.endedByServer({ afterMessages: 0 });
  expect(messages.most).toBe(1);
});

test("the limit grows by one after twenty connections that we closed, up to a thousand", () => {
  const messages = new MessagesPerConnection(5);
  const leave = (times: number) => {
    for (let n = 0; n < times; n += 1) messages.closedByUs();
    return messages.most;
  };
  expect([leave(19), leave(1), leave(20)]).toEqual([5, 6, 7]);
  expect(leave(100_000)).toBe(1_000);
});

test("a limit that starts above a thousand stays there", () => {
  const messages = new MessagesPerConnection(5_000);
  for (let n = 0; n < 20; n += 1) messages.closedByUs();
  expect(messages.most).toBe(5_000);
});
