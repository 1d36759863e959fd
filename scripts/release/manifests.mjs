import { readFileSync } from "node:fs";
import { inRoot } from "../setup/paths.mjs";
import { SEPARATE_PACKAGES } from "../setup/separate-packages.mjs";

/** Packages that build the dashboard and are not part of it. */
const BUILD_TOOLS = ["@tailwindcss/vite", "@vitejs/plugin-react", "tailwindcss", "vite"];

/** Packages with parts for each platform: npm installs what the machine needs. */
const NATIVE_PACKAGES = ["@node-rs/argon2"];

/** The package.json of the npm package: without workspaces, tools and the packages that its files contain. */
export function packageManifest() {
  const { name, version, description, license, type, dependencies, optionalDependencies } =
    read("package.json");
  const shipped = Object.fromEntries(SEPARATE_PACKAGES.map((name) => [name, dependencies[name]]));
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { posthouse: "bin/posthouse.mjs" },
    engines: { node: ">=20" },
    dependencies: shipped,
    optionalDependencies,
    // In the archive, so that every installation has the versions that were tested: npm ignores the lockfile of a package.
    bundleDependencies: Object.keys(without(shipped, NATIVE_PACKAGES)),
  };
}

/** Only the packages that are in the archive as they are. */
export function bundledManifest() {
  const { dependencies, bundleDependencies, optionalDependencies, ...manifest } = packageManifest();
  return { ...manifest, dependencies: without(dependencies, NATIVE_PACKAGES) };
}

/** Adds the peers in a lockfile as dependencies, because npm packs no peers. */
export function withPeers(manifest, { packages }) {
  const peers = Object.entries(packages)
    .filter(([, { peer }]) => peer)
    .map(([path, { version }]) => [path.slice("node_modules/".length), version]);
  return {
    ...manifest,
    dependencies: { ...manifest.dependencies, ...Object.fromEntries(peers) },
    bundleDependencies: [...manifest.bundleDependencies, ...peers.map(([name]) => name)],
  };
}

/** The manifest with the packages that the files of the npm package contain: all code that a user gets. */
export function fullManifest() {
  const { dependencies } = read("package.json");
  const dashboard = read("dashboard/package.json");
  return {
    ...packageManifest(),
    dependencies: { ...dependencies, ...without(dashboard.dependencies, BUILD_TOOLS) },
  };
}

function read(name) {
  return JSON.parse(readFileSync(inRoot(name), "utf8"));
}

function without(dependencies, names) {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !names.includes(name)));
}
