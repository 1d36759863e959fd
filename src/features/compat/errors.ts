import { defineErrors } from "../../platform/errors/index.ts";

export const compatErrors = defineErrors({
  not_implemented: {
    status: 501,
    meaning: "A compatible surface was asked for something that Posthouse does not have.",
  },
});
