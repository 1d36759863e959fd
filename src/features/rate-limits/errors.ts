import { defineErrors } from "../../platform/errors/index.ts";

export const rateLimitErrors = defineErrors({
  too_many_attempts: {
    status: 429,
    meaning: "Too many attempts from this network or on this account; `Retry-After` says when to try again.",
    causes: ["Several wrong passwords, codes or keys came from one network or for one account."],
    fix: "Wait for the seconds in `Retry-After`. Correct the program that sends the wrong key.",
  },
});
