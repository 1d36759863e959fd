import type { AppError } from "../../platform/errors/index.ts";
import type { Principal } from "../../platform/http/index.ts";
import { isId } from "../../platform/ids/index.ts";
import { instanceId } from "./owner.ts";

/** Where routes are registered: for programs, for the dashboard, and for operators, who manage what all accounts share. */
export type Surface = "v1" | "dashboard" | "instance";

const suffixes: Record<Surface, string> = { v1: "", dashboard: "ForDashboard", instance: "OfInstance" };

export function describe(operation: string, surface: Surface) {
  return {
    operationId: `${operation}${suffixes[surface]}`,
    tags: [surface === "v1" ? "Routes" : surface === "dashboard" ? "Dashboard" : "Operators"],
  };
}

/** Whose relays and rules a request is about. */
export function ownerOf(surface: Surface, { accountId }: Principal): string {
  return surface === "instance" ? instanceId : accountId;
}

/** An id of another shape names nothing. */
export function readId(text: string, notFound: () => AppError): string {
  if (!isId(text)) throw notFound();
  return text;
}
