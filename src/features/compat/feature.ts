/**
 * Compatible surfaces: what the SDKs of other products speak, so that programs switch by an address and a key. Each folder translates
 * onto the use cases of other features and answers errors in its product's shape; none knows SQL. What works, what has no
 * effect and what is refused: docs/compat.md.
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
