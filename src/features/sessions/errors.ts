import { defineErrors } from "../../platform/errors/index.ts";

export const sessionErrors = defineErrors({
  password_change_required: {
    status: 403,
    meaning: "The first password must be changed before anything else.",
  },
  cross_origin: { status: 403, meaning: "A request with a session cookie came from another site." },
  session_not_found: { status: 404, meaning: "There is no such session of yours." },
});
