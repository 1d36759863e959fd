import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inRoot } from "../setup/paths.mjs";

/** Licenses under which a package may be a part of Posthouse: all permit distribution if their text comes with it. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
]);

/** Written by `npm run icons`, `fonts` and `client-support`: the repository contains these files, and not their packages. */
const LICENSES_OF_FILES = {
  "Lucide icons": "dashboard/src/ui/icons.license.txt",
  Inter: "dashboard/src/fonts/inter.license.txt",
  "Can I email": "src/mail/client-support/support-data.license.txt",
};

/**
 * Returns a Markdown list of all packages, with the license texts of those that the files of the npm package contain. `shipped`: the
 * lockfile of the npm package; `all`: the same with the packages in its files. Throws for a license that is not allowed.
 */
export function listLicenses({ shipped, all }) {
  const packages = packagesOf(all);
  const refused = packages.filter(({ license }) => !isAllowed(license));
  if (refused.length > 0)
    throw new Error(
      `licenses to check: ${refused.map(({ name, license }) => `${name} (${license})`).join(", ")}`,
    );
  const installed = new Set(packagesOf(shipped).map(({ path }) => path));
  const contained = packages.filter(({ path }) => !installed.has(path));
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  const texts = [
    ...contained.map(({ name, path }) => textOf(name, readText(path))),
    ...Object.entries(LICENSES_OF_FILES).map(([name, path]) =>
      textOf(name, readFileSync(inRoot(path), "utf8").trim()),
    ),
  ];
  return [
    "# Licenses of other packages",
    "Most of these packages are in node_modules, each with its license.",
    ["| package | version | license |", "|---|---|---|", ...rows].join("\n"),
    "## Packages that Posthouse's own files contain",
    ...texts,
    "",
  ].join("\n\n");
}

function textOf(name, text) {
  return `### ${name}\n\n\`\`\`\n${text}\n\`\`\``;
}

function packagesOf({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, { version, license }]) => ({
      path,
      name: path.split("node_modules/").at(-1),
      version,
      license: license ?? licenseInManifest(path),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** An expression such as `(MIT OR Apache-2.0)` is allowed if one of its alternatives is. */
function isAllowed(license) {
  const alternatives = license.replace(/[()]/g, "").split(" OR ");
  return alternatives.some((one) => one.split(" AND ").every((name) => ALLOWED.has(name.trim())));
}

/** Old packages have an object, or a list of objects. */
function licenseInManifest(path) {
  const manifest = inRoot(path, "package.json");
  if (!existsSync(manifest)) return "unknown";
  const { license, licenses } = JSON.parse(readFileSync(manifest, "utf8"));
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(" OR ") ?? "unknown";
}

function readText(path) {
  const name = readdirSync(inRoot(path)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (name) return readFileSync(inRoot(path, name), "utf8").trim();
  const { author, license } = JSON.parse(readFileSync(inRoot(path, "package.json"), "utf8"));
  return `${license}; ${author?.name ?? author ?? "see the package's repository"}`;
}
