/**
 * Compatible surfaces: APIs for the SDKs of other products, so that a program switches by changing a URL and a key. Each folder
 * translates to the use cases of other features and returns errors in its product's shape. None contains SQL. docs/compat.md lists the
 * supported, ignored and rejected parts.
 */
import { defineFeature, under } from "../define-feature.ts";
import { postmarkRoutes } from "./postmark/routes.ts";
import { resendRoutes } from "./resend/routes.ts";
import { sendgridRoutes } from "./sendgrid/routes.ts";

type CompatDeps = Parameters<typeof resendRoutes>[0] &
  Parameters<typeof postmarkRoutes>[0] &
  Parameters<typeof sendgridRoutes>[0];

export const compat = defineFeature<CompatDeps>({
  name: "compat",
  routes: {
    open: (deps) => [
      under("/compat/resend", resendRoutes(deps)),
      under("/compat/postmark", postmarkRoutes(deps)),
      under("/compat/sendgrid", sendgridRoutes(deps)),
    ],
  },
});
