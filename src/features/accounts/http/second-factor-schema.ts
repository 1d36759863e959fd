import { Type } from "typebox";
import { CLOSED, timestamp } from "../../../platform/http/index.ts";
import { appCode, knownPassword } from "./schema.ts";

export const secondFactorResponse = Type.Object({
  enabled: Type.Boolean({ description: "Whether sign-in asks for a code." }),
  enabled_at: Type.Union([timestamp, Type.Null()]),
  recovery_codes_left: Type.Integer({ description: "Unused recovery codes." }),
});

export const passwordRequest = Type.Object({ current_password: knownPassword }, CLOSED);
export const codeRequest = Type.Object({ code: appCode }, CLOSED);

export const authenticatorResponse = Type.Object({
  secret: Type.String({
    description: "The secret in base32, to type into an app that cannot scan the QR code.",
    examples: ["JBSWY3DPEHPK3PXP"],
  }),
  uri: Type.String({ description: "The content of the QR code: `otpauth://totp/…`." }),
});

export const recoveryCodesResponse = Type.Object({
  recovery_codes: Type.Array(Type.String({ examples: ["k3mp-9xqa-7rtd-w2hv"] }), {
    description: "Each is accepted once instead of a code. They are not shown again.",
  }),
});
