import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say } from "../setup/set-up-error.mjs";
import { npm } from "./npm.mjs";

const PROGRAM = `import { Posthouse, VERSION } from "@posthouse/client";

const posthouse = new Posthouse("ph_x", { baseUrl: "http://localhost:3000" });
// @ts-expect-error: to is missing, and without types that would be no error
const send = () => posthouse.emails.send({ subject: "Hi", text: "Hi" });
console.log(typeof send, VERSION);
`;
const SETTINGS = { target: "es2022", module: "nodenext", lib: ["es2022", "dom"], types: [], strict: true };

/** Installs the packed client in an empty directory, and compiles and runs a program that imports it. `tsc`: the compiler. Throws. */
export function tryClient(archive, { version, tsc }) {
  const directory = mkdtempSync(join(tmpdir(), "posthouse-try-client-"));
  try {
    writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
    npm(directory, "install", archive);
    writeFileSync(join(directory, "try.ts"), PROGRAM);
    const settings = { compilerOptions: SETTINGS, files: ["try.ts"] };
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(settings));
    // The compiler's errors are on standard output.
    execFileSync(tsc, ["-p", directory], { stdio: [0, 2, 2] });
    const printed = execFileSync(process.execPath, ["try.js"], { cwd: directory, encoding: "utf8" });
    if (printed !== `function ${version}\n`)
      throw new Error(`the installed client printed ${JSON.stringify(printed)}`);
    say("@posthouse/client: installed, compiled and imported");
  } finally {
    rmSync(directory, { recursive: true });
  }
}
