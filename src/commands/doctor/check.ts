/** One line of what doctor says. `mend` is what to do about it. */
export type Finding = {
  readonly level: "ok" | "warn" | "fail";
  readonly what: string;
  readonly mend?: string;
};

export const ok = (what: string): Finding => ({ level: "ok", what });
export const warn = (what: string, mend: string): Finding => ({ level: "warn", what, mend });
export const fail = (what: string, mend: string): Finding => ({ level: "fail", what, mend });
