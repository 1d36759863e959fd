import { expect, test } from "vitest";
import { withTheme } from "./with-theme.ts";

const STYLES =
  "@media (prefers-color-scheme: dark) { a {} } @media screen and ( PREFERS-COLOR-SCHEME :light ) { b {} }";

test.each([
  ["dark", "@media (min-width: 0) { a {} } @media screen and (max-width: 0) { b {} }"],
  ["light", "@media (max-width: 0) { a {} } @media screen and (min-width: 0) { b {} }"],
] as const)("the styles for the theme %s apply, and the others do not", (theme, expected) => {
  expect(withTheme(STYLES, theme)).toBe(`${expected}<style>:root { color-scheme: ${theme} }</style>`);
});

test.each(["<p>Hello</p>", "<p>prefers-color-scheme: dark</p>", "(prefers-color-scheme: sepia)"])(
  "mail without styles for a theme stays as it is: %s",
  (html) => {
    expect(withTheme(html, "dark")).toBe(html);
  },
);
