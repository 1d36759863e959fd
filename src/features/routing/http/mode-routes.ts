import { type App, errorResponses, markRoutes } from "../../../platform/http/index.ts";
import { auditActorOf } from "../audit.ts";
import { changeMode } from "../modes/change-mode.ts";
import { type DeliveryDeps, loadDelivery } from "../modes/load-delivery.ts";
import { deliveryRequest, deliveryResponse } from "./mode-schema.ts";

/** The delivery mode of the instance. Registered behind `requireOperator`. */
export function modeRoutes(deps: DeliveryDeps) {
  return (app: App, _options: object, done: () => void) => {
    markRoutes(app, { tag: "Operators" });

    app.get(
      "/delivery",
      {
        schema: {
          operationId: "getDelivery",
          summary: "Get the delivery mode",
          description: "How the instance delivers mail, and the recipients that a switch concerns.",
          response: { 200: deliveryResponse, ...errorResponses(401, 403, 503) },
        },
      },
      async () => await loadDelivery(deps),
    );

    app.put(
      "/delivery",
      {
        schema: {
          operationId: "changeDelivery",
          summary: "Change the delivery mode",
          description:
            "Takes two seconds, and returns when all processes use the new mode. Mail keeps to the mode in which it was accepted: test mail that is still queued or scheduled is kept in the inbox and never sent, and other mail waits during test mode.",
          body: deliveryRequest,
          response: { 200: deliveryResponse, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503) },
        },
      },
      async (request) => {
        const { mode, relay_id: relayId = null } = request.body;
        const { database, config } = deps;
        const { deliveryOverride } = config;
        await changeMode({ database, deliveryOverride }, { mode, relayId, actor: auditActorOf(request) });
        return await loadDelivery(deps);
      },
    );
    done();
  };
}
