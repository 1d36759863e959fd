import { defineErrors } from "../../platform/errors/index.ts";

export const sessionErrors = defineErrors({
  password_change_required: {
    status: 403,
    meaning: "The user must change the first password; all other operations are refused until then.",
    causes: ["The user still has the first password, which others may know."],
    fix: "Sign in to the dashboard and choose a new password.",
  },
  cross_origin: {
    status: 403,
    meaning: "A request with a session cookie came from another site.",
    causes: [
      "A page of another site called the API with the browser's session cookie.",
      "`BASE_URL` differs from the address in the browser.",
    ],
    fix: "Programs use an API key instead of a session. If the dashboard itself shows this error, set `BASE_URL` to the address that users open.",
  },
  role_not_permitted: {
    status: 403,
    meaning: "The role of the user does not permit this.",
    causes: ["The user is a viewer of the account, or only its owners may do this."],
    fix: "Ask an owner of the account to do it, or to change your role under Settings → Members.",
  },
  account_switched: {
    status: 409,
    meaning: "The request is about another account than the one in which the session now works.",
    causes: ["The user switched to another account in another tab of the browser."],
    fix: "Reload the page. The dashboard does so itself. Programs omit the header `X-Account-Id`, or send the id that `GET /api/auth?include=account` returns.",
  },
  session_not_found: {
    status: 404,
    meaning: "The user has no session with this id.",
    causes: ["The session has ended or was signed out."],
    fix: "Reload the list of sessions.",
  },
});
