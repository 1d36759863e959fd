import { Type } from "typebox";
import { CLOSED, orNull, timestamp } from "../../../platform/http/index.ts";
import { ROLES } from "../../sessions/index.ts";
import { MAX_PASSWORD_LENGTH } from "../passwords/read-password.ts";
import { MAX_NAME_LENGTH } from "../read-name.ts";
import { code } from "./schema.ts";

const id = Type.String({ format: "uuid" });
const role = Type.Enum(ROLES, {
  description:
    "Owners may do everything. Members may do everything except change the account's members. Viewers may only read.",
});

const invitation = {
  id,
  email: Type.String(),
  role,
  created_at: timestamp,
  expires_at: timestamp,
};

export const membersResponse = Type.Object({
  members: Type.Array(
    Type.Object({
      id,
      email: Type.String(),
      name: orNull(Type.String()),
      role,
      joined_at: timestamp,
      last_seen_at: Type.Union([timestamp, Type.Null()], {
        description: "When the member last used the dashboard. Null if no session is open.",
      }),
      you: Type.Boolean({ description: "Whether this is the user of the request." }),
    }),
  ),
  invitations: Type.Array(Type.Object(invitation), { description: "Open invitations, the newest first." }),
});

export const invitationRequest = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 320, examples: ["grace@example.com"] }), role },
  CLOSED,
);

export const invitationResponse = Type.Object({
  ...invitation,
  link: Type.String({
    description:
      "Valid for one hour and one use, for the invited address only. It is not stored, so it cannot be shown again.",
  }),
});

export const roleRequest = Type.Object({ role }, CLOSED);

export const accountsResponse = Type.Object({
  accounts: Type.Array(
    Type.Object({
      id,
      name: Type.String(),
      role,
      current: Type.Boolean({ description: "Whether the session works in this account." }),
    }),
  ),
});

const token = Type.String({ minLength: 1, maxLength: 100, description: "The part of the link after `#`." });

export const findInvitationRequest = Type.Object({ token }, CLOSED);

export const foundInvitationResponse = Type.Object({
  account_name: Type.String(),
  email: Type.String(),
  role,
  registered: Type.Boolean({
    description: "Whether the address is registered, so that its password is needed instead of a new one.",
  }),
});

export const acceptRequest = Type.Object(
  {
    token,
    password: Type.Optional(
      Type.String({
        maxLength: 4 * MAX_PASSWORD_LENGTH,
        description:
          "The password of a registered address, or a new one. Not needed with a session of the address.",
      }),
    ),
    code: Type.Optional(code),
    name: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: "Name of a new user." })),
  },
  CLOSED,
);

export const idParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
