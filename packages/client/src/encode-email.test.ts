import { createElement } from "react";
import { expect, test } from "vitest";
import type { EmailToSend } from "./emails.ts";
import { encodeEmail } from "./encode-email.ts";
import { renderReact } from "./render-react.ts";

const isRenderThere = await import("@react-email/render").then(
  () => true,
  () => false,
);

test("bytes of any length become base64, and text is kept", async () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index % 251);
  const { attachments } = await encodeEmail({
    attachments: [
      { filename: "a", content: bytes },
      { filename: "b", content: bytes.buffer },
      { filename: "c", content: Buffer.from(bytes).subarray(10, 20) },
      { filename: "d", content: "aGk=" },
      { filename: "e", path: "https://example.com/e" },
    ] as { filename: string; content?: Uint8Array | ArrayBuffer | string }[],
  });
  const whole = Buffer.from(bytes).toString("base64");
  expect(attachments).toEqual([
    { filename: "a", content: whole },
    { filename: "b", content: whole },
    { filename: "c", content: Buffer.from(bytes.subarray(10, 20)).toString("base64") },
    { filename: "d", content: "aGk=" },
    { filename: "e", path: "https://example.com/e" },
  ]);
});

test("an email with nothing to encode is unchanged", async () => {
  const email: EmailToSend = { to: "a@example.com", subject: "Hi", html: "<p>Hi</p>" };
  expect(await encodeEmail(email)).toEqual(email);
});

const Welcome = ({ name }: { name: string }) => createElement("p", null, `Welcome, ${name}`);

test.skipIf(isRenderThere)("without @react-email/render: an error that says what to install", async () => {
  await expect(renderReact(createElement(Welcome, { name: "Ada" }))).rejects.toMatchObject({
    code: "react_email_missing",
    message: expect.stringContaining("npm install @react-email/render"),
  });
});

test.runIf(isRenderThere)("with it: HTML in place of the component", async () => {
  const email = await encodeEmail({ react: createElement(Welcome, { name: "Ada" }), attachments: [] });
  expect(email).toEqual({ html: expect.stringContaining("Welcome, Ada"), attachments: [] });
});
