import type { AppError } from "../../platform/errors/index.ts";
import type { Principal } from "../../platform/http/index.ts";
import { isId } from "../../platform/ids/index.ts";
import { instanceId } from "./owner.ts";

/** The API that registers the routes: for programs, for the dashboard, or for operators, who manage what all accounts share. */
export type Surface = "v1" | "dashboard" | "instance";

const OPERATION_SUFFIXES: Record<Surface, string> = {
  v1: "",
  dashboard: "ForDashboard",
  instance: "OfInstance",
};

export function describe(operation: string, surface: Surface) {
  return {
    operationId: `${operation}${OPERATION_SUFFIXES[surface]}`,
    tags: [surface === "v1" ? "Routes" : surface === "dashboard" ? "Dashboard" : "Operators"],
  };
}

/** Returns the owner of the relays and rules that a request is about. */
export function ownerOf(surface: Surface, { accountId }: Principal): string {
  return surface === "instance" ? instanceId : accountId;
}

/** Reads an id. Throws `notFound` for text that is not an id. */
export function readId(text: string, notFound: () => AppError): string {
  if (!isId(text)) throw notFound();
  return text;
}
