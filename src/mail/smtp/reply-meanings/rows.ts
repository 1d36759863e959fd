import type { Row } from "./row.ts";
import { ADDRESS_ROWS } from "./rows-of-addresses.ts";
import { CODE_ROWS } from "./rows-of-codes.ts";
import { DEAD_ADDRESS_ROWS } from "./rows-of-dead-addresses.ts";
import { MESSAGE_ROWS } from "./rows-of-messages.ts";
import { RATE_ROWS } from "./rows-of-rates.ts";
import { SENDER_ROWS } from "./rows-of-senders.ts";
import { SERVER_ROWS } from "./rows-of-servers.ts";

/**
 * In the order in which they are asked. The words come before the codes, as many servers have one code for everything; what is
 * about us before what is about the address, so that nobody is given up for our problem.
 */
export const ROWS: Row[] = [
  ...RATE_ROWS,
  ...SENDER_ROWS,
  ...MESSAGE_ROWS,
  ...ADDRESS_ROWS,
  ...DEAD_ADDRESS_ROWS,
  ...SERVER_ROWS,
  ...CODE_ROWS,
];
