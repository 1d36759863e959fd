import type { Command } from "../command-line/command.ts";
import { ADMIN_COMMANDS } from "./admin.ts";
import { CONTACT_COMMANDS } from "./contacts.ts";
import { DOMAIN_COMMANDS } from "./domains.ts";
import { EMAIL_COMMANDS } from "./emails.ts";
import { HELP_COMMANDS } from "./help.ts";
import { INSTANCE_COMMANDS, INTERNAL_COMMANDS } from "./instance.ts";
import { KEY_COMMANDS } from "./keys.ts";
import { MAIL_COMMANDS } from "./mail.ts";
import { SUPPRESSION_COMMANDS } from "./suppressions.ts";

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...INSTANCE_COMMANDS,
  ...ADMIN_COMMANDS,
  ...KEY_COMMANDS,
  ...DOMAIN_COMMANDS,
  ...MAIL_COMMANDS,
  ...EMAIL_COMMANDS,
  ...CONTACT_COMMANDS,
  ...SUPPRESSION_COMMANDS,
  ...HELP_COMMANDS,
  ...INTERNAL_COMMANDS,
];
