import { errors } from "../../../platform/errors/index.ts";

export type DeliverySettings = {
  on_uncertain?: "retry" | "hold";
  retry_seconds?: number[] | null;
  expire_after_seconds?: number;
};

/** Reads the retry settings that a request contains. Error: `validation_failed`. */
export function readDeliverySettings({
  on_uncertain,
  retry_seconds,
  expire_after_seconds,
}: DeliverySettings): DeliverySettings {
  if (retry_seconds?.some((wait, index) => wait < (retry_seconds[index - 1] ?? 0))) {
    const message =
      "must not have a delay that is shorter than the one before: servers treat hasty retries as spam";
    throw errors.validation_failed(`retry_seconds ${message}`, {
      fields: [{ path: "retry_seconds", message }],
    });
  }
  return {
    ...(on_uncertain === undefined ? {} : { on_uncertain }),
    ...(retry_seconds === undefined ? {} : { retry_seconds }),
    ...(expire_after_seconds === undefined ? {} : { expire_after_seconds }),
  };
}
