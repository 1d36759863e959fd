import { addMonths } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";

export const accountEvents = defineFeature({
  name: "account-events",
  cleanup: { accountEventMonths: (database) => addMonths(database, "account_events") },
});
