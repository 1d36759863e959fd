import type { Row } from "./row.ts";
import { ADDRESS_ROWS } from "./rows-of-addresses.ts";
import { AUTHENTICATION_ROWS } from "./rows-of-authentication.ts";
import { CODE_ROWS } from "./rows-of-codes.ts";
import { DEAD_ADDRESS_ROWS } from "./rows-of-dead-addresses.ts";
import { MESSAGE_ROWS } from "./rows-of-messages.ts";
import { RATE_ROWS } from "./rows-of-rates.ts";
import { SENDER_ROWS } from "./rows-of-senders.ts";
import { SERVER_ROWS } from "./rows-of-servers.ts";
import { SOURCE_ADDRESS_ROWS } from "./rows-of-source-addresses.ts";

/**
 * All rows, in the order in which they are tried. Words come before codes, because many servers use one code for everything.
 * Rows about the sender come before rows about the address, so that no address is treated as dead because of a problem on
 * our side.
 */
export const ROWS: Row[] = [
  ...RATE_ROWS,
  ...AUTHENTICATION_ROWS,
  ...SOURCE_ADDRESS_ROWS,
  ...SENDER_ROWS,
  ...MESSAGE_ROWS,
  ...ADDRESS_ROWS,
  ...DEAD_ADDRESS_ROWS,
  ...SERVER_ROWS,
  ...CODE_ROWS,
];
