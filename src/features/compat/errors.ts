import { defineErrors } from "../../platform/errors/index.ts";

export const compatErrors = defineErrors({
  not_implemented: {
    status: 501,
    meaning: "A compatible API was called for a feature that Posthouse does not have.",
  },
});
