import { expect, test } from "vitest";
import { capturedQuery } from "./captured-query.ts";

const parametersOf = (search: string | undefined) => capturedQuery({ search }).queryKey[1];

test("a full address searches recipients, any other text searches subjects", () => {
  expect(parametersOf("ada@example.com")).toMatchObject({ to: "ada@example.com", search: undefined });
  expect(parametersOf("reset")).toMatchObject({ to: undefined, search: "reset" });
  expect(parametersOf("50% off @ Ada's")).toMatchObject({ to: undefined, search: "50% off @ Ada's" });
  expect(parametersOf(undefined)).toMatchObject({ status: "captured", to: undefined, search: undefined });
});
