import { defineCommand } from "../command-line/command.ts";
import { JSON_OPTION } from "../command-line/server-options.ts";

/** Commands for the operator, for things that were lost or restored. */
export const ADMIN_COMMANDS = [
  defineCommand({
    name: "admin reset-password",
    summary: "Reset the password of a user",
    operands: ["<email>"],
    examples: ["admin reset-password admin@example.com"],
    options: JSON_OPTION,
    run: async ({ values, operands: [email = ""] }) =>
      await (await import("../admin.ts")).resetAdminPassword(email, { json: values.json ?? false }),
  }),
  defineCommand({
    name: "admin remove-second-factor",
    summary: "Remove a user's authenticator app and recovery codes",
    operands: ["<email>"],
    options: JSON_OPTION,
    run: async ({ values, operands: [email = ""] }) =>
      await (await import("../admin.ts")).removeLostSecondFactor(email, { json: values.json ?? false }),
  }),
  defineCommand({
    name: "admin operator",
    summary: "Make a user an operator of the instance",
    operands: ["<email>"],
    options: JSON_OPTION,
    run: async ({ values, operands: [email = ""] }) =>
      await (await import("../admin.ts")).nameAsOperator(email, { json: values.json ?? false }),
  }),
  defineCommand({
    name: "admin no-operator",
    summary: "Undo admin operator",
    operands: ["<email>"],
    options: JSON_OPTION,
    run: async ({ values, operands: [email = ""] }) =>
      await (await import("../admin.ts")).nameNoOperator(email, { json: values.json ?? false }),
  }),
  defineCommand({
    name: "admin stop-links",
    summary: "Stop the tracked links of an account that sends phishing: they show a warning",
    examples: ["admin stop-links someone@example.com"],
    operands: ["<email|account-id>"],
    options: JSON_OPTION,
    run: async ({ values, operands: [account = ""] }) =>
      await (await import("../admin.ts")).stopAccountLinks(account, {
        json: values.json ?? false,
        stopped: true,
      }),
  }),
  defineCommand({
    name: "admin resume-links",
    summary: "Undo admin stop-links",
    operands: ["<email|account-id>"],
    options: JSON_OPTION,
    run: async ({ values, operands: [account = ""] }) =>
      await (await import("../admin.ts")).stopAccountLinks(account, {
        json: values.json ?? false,
        stopped: false,
      }),
  }),
  defineCommand({
    name: "admin adopt-key",
    summary: "Replace a lost secret key with SECRET_KEY (or secret.key)",
    options: JSON_OPTION,
    notes: [
      "Refused while a node runs. Prints what is lost with the old key, and what to do about each loss.",
    ],
    run: async ({ values }) =>
      await (await import("../adopt-key.ts")).adoptOwnKey({ json: values.json ?? false }),
  }),
  defineCommand({
    name: "admin hold-restored",
    summary: "Hold due recipients after restoring a copy of the database's files",
    options: JSON_OPTION,
    run: async ({ values }) =>
      await (await import("../admin.ts")).holdRestored({ json: values.json ?? false }),
  }),
  defineCommand({
    name: "admin decide-restored",
    summary: "Resolve recipients held after a restore: send again, or count as delivered",
    operands: ["retry|delivered"],
    options: JSON_OPTION,
    run: async ({ values, operands: [as = ""] }) =>
      await (await import("../admin.ts")).decideRestored(as, { json: values.json ?? false }),
  }),
];
