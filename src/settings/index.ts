/** The settings as tables, which also generate docs/reference/config.md in this order (npm run generate). */
import { MAIL_SETTINGS } from "./mail-settings.ts";
import { type LOG_LEVELS, OPERATION_SETTINGS } from "./operation-settings.ts";
import { WEB_SETTINGS } from "./web-settings.ts";

export type LogLevel = (typeof LOG_LEVELS)[number];

export const settings = { ...WEB_SETTINGS, ...MAIL_SETTINGS, ...OPERATION_SETTINGS };
