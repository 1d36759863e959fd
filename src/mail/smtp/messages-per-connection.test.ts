import { expect, test } from "vitest";
import { MessagesPerConnection } from "./messages-per-connection.ts";

test("half as many after each end by the server, until it is what the server takes", () => {
  const messages = new MessagesPerConnection(100);
  const after = Array.from({ length: 6 }, () => {
    messages.endedByServer({ afterMessages: 5 });
    return messages.most;
  });
  expect(after).toEqual([50, 25, 12, 6, 5, 5]);
});

test("one that was begun when more were allowed does not raise it, and one message always goes", () => {
  const messages = new MessagesPerConnection(4);
  messages.endedByServer({ afterMessages: 90 });
  expect(messages.most).toBe(4);
  for (let n = 0; n < 5; n += 1) messages.endedByServer({ afterMessages: 0 });
  expect(messages.most).toBe(1);
});

test("one more after twenty connections in peace, up to a thousand", () => {
  const messages = new MessagesPerConnection(5);
  const leave = (times: number) => {
    for (let n = 0; n < times; n += 1) messages.leftInPeace();
    return messages.most;
  };
  expect([leave(19), leave(1), leave(20)]).toEqual([5, 6, 7]);
  expect(leave(100_000)).toBe(1_000);
});

test("what began above a thousand stays there", () => {
  const messages = new MessagesPerConnection(5_000);
  for (let n = 0; n < 20; n += 1) messages.leftInPeace();
  expect(messages.most).toBe(5_000);
});
