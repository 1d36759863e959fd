import { certificateCheck } from "./certificate.ts";
import type { Check } from "./check.ts";
import { clockCheck, databaseCheck, passwordCheck } from "./database.ts";
import { dnsCheck } from "./dns.ts";
import { diskCheck, nodeCheck } from "./machine.ts";
import { operatorMailCheck } from "./operator-mail.ts";
import { queueCheck, workerCheck } from "./queue.ts";
import { relayCheck } from "./relay.ts";
import { blocklistCheck, pointerCheck } from "./sources.ts";

/** Without a database, in the order in which doctor says them. */
export const checksOfMachine = [nodeCheck, diskCheck] as const;
export const checksOfNetwork = [relayCheck, dnsCheck, certificateCheck] as const;
/** With one whose schema is current. */
export const checksOfDatabase: readonly Check[] = [
  clockCheck,
  passwordCheck,
  queueCheck,
  workerCheck,
  pointerCheck,
  blocklistCheck,
  operatorMailCheck,
];

/** What the health page shows. */
export const allChecks: readonly Check[] = [
  workerCheck,
  queueCheck,
  databaseCheck,
  diskCheck,
  clockCheck,
  dnsCheck,
  relayCheck,
  pointerCheck,
  blocklistCheck,
  certificateCheck,
  operatorMailCheck,
  passwordCheck,
  nodeCheck,
];
