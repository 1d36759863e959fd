import { defineErrors } from "../../platform/errors/index.ts";

export const sessionErrors = defineErrors({
  password_change_required: {
    status: 403,
    meaning: "The user must change the first password; all other operations are refused until then.",
  },
  cross_origin: { status: 403, meaning: "A request with a session cookie came from another site." },
  session_not_found: { status: 404, meaning: "The user has no session with this id." },
});
