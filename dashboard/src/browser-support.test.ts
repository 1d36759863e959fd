import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Features that the oldest browsers of the build's target lack. TypeScript does not report them, because its `lib` has one version of the DOM. */
const TOO_NEW =
  /URL\.parse\(|\(\?[ims]*-?[ims]+:|Float16Array|ClipboardItem|CloseWatcher|URLPattern|closedby|requestClose|command(?:for|For)=|moveBefore|startViewTransition|scheduler\.|caretPositionFromPoint|onscrollend|hidden="until-found"|setHTML/;

test("the dashboard and the documentation use only what the browsers of the build's target have", () => {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const files = globSync("{src,docs/client}/**/*.{ts,tsx}", { cwd });
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((file) => !/\.(test|gen)\.ts$/.test(file))
    .filter((file) => TOO_NEW.test(readFileSync(`${cwd}${file}`, "utf8")));
  expect(found).toEqual([]);
});
