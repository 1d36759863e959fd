import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Start-up leaves garbage that an idle process would keep for good; and compiled code, which the next start can use. */
export function keepLittle(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")({ type: "major", execution: "sync", flavor: "last-resort" });
  flushCompileCache();
}
