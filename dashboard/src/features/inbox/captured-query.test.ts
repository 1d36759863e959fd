import { expect, test } from "vitest";
import { capturedQuery } from "./captured-query.ts";

const asked = (search: string | undefined) => capturedQuery({ search }).queryKey[1];

test("a full address searches recipients, any other text searches subjects", () => {
  expect(asked("ada@example.com")).toMatchObject({ to: "ada@example.com", search: undefined });
  expect(asked("reset")).toMatchObject({ to: undefined, search: "reset" });
  expect(asked("50% off @ Ada's")).toMatchObject({ to: undefined, search: "50% off @ Ada's" });
  expect(asked(undefined)).toMatchObject({ status: "captured", to: undefined, search: undefined });
});
