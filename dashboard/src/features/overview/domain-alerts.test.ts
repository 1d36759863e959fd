import { expect, test } from "vitest";
import { describeMore } from "./domain-alerts.tsx";

test("the alerts say how many more domains need attention", () => {
  expect(describeMore(1)).toBe("1 more domain needs attention");
  expect(describeMore(2)).toBe("2 more domains need attention");
});
