/**
 * `npm run fonts`: writes the parts of Inter that the dashboard shows to dashboard/src/fonts, with its license. Weights, characters and
 * features that no page uses are three fifths of the published files, and the font is a large part of the first load.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "./setup/paths.mjs";

const PACKAGES = ["@fontsource-variable/inter@5.3.0", "subset-font@2.9.0"];

/** `tnum`: digits of equal width in tables. The others place accents and kern pairs. */
const FEATURES = ["kern", "tnum", "ccmp", "locl", "mark", "mkmk"];
const WEIGHTS = { wght: { min: 400, max: 700 } };

/** Nearly all text of the dashboard is in the first file. The others are loaded with the first page that shows one of their characters. */
const FILES = {
  ascii: { from: "latin", characters: `${range(0x20, 0x7e)}\u00a0·×–—‘’“”•…→←↑↓−` },
  latin: { from: "latin", characters: `${range(0xa1, 0xff)}ıŒœ‚„†‹›⁄€™` },
  "latin-ext": { from: "latin-ext", characters: range(0x100, 0x24f) + range(0x1e00, 0x1eff) },
};

function range(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n));
}

const folder = mkdtempSync(join(tmpdir(), "posthouse-fonts-"));
try {
  const install = ["install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, ...PACKAGES];
  execFileSync("npm", install, { cwd: folder, stdio: "inherit" });
  const subsetFont = createRequire(join(folder, "/"))("subset-font");
  const inter = join(folder, "node_modules/@fontsource-variable/inter");
  for (const [name, { from, characters }] of Object.entries(FILES)) {
    const whole = readFileSync(join(inter, `files/inter-${from}-wght-normal.woff2`));
    const options = {
      targetFormat: "woff2",
      keepFeatures: FEATURES,
      variationAxes: WEIGHTS,
      noHinting: true,
    };
    const part = await subsetFont(whole, characters, options);
    writeFileSync(inRoot(`dashboard/src/fonts/inter-${name}.woff2`), part);
    process.stdout.write(`inter-${name}.woff2: ${part.length} bytes\n`);
  }
  writeFileSync(inRoot("dashboard/src/fonts/inter.license.txt"), readFileSync(join(inter, "LICENSE")));
} finally {
  rmSync(folder, { recursive: true });
}
