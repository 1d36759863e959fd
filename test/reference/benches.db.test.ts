import { expect, test } from "vitest";
import { measureContacts } from "../../bench/contacts.ts";
import { createTestDatabase } from "../harness/database.ts";

test("the bench of contacts reads pages as the API does now", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const figures = await measureContacts(connectionString, { rows: 500, createSeconds: 0.1 });
  await drop();
  for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0);
});
