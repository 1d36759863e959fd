import { certificateCheck } from "./certificate.ts";
import type { Check } from "./check.ts";
import { clockCheck, databaseCheck, passwordCheck } from "./database.ts";
import { dnsCheck } from "./dns.ts";
import { engagementsCheck } from "./engagements.ts";
import { followersCheck } from "./followers.ts";
import { jobsCheck } from "./jobs.ts";
import { diskCheck, nodeCheck } from "./machine.ts";
import { operatorMailCheck } from "./operator-mail.ts";
import { queueCheck, workerCheck } from "./queue.ts";
import { relayCheck } from "./relay.ts";
import { returnsCheck } from "./returns.ts";
import { blocklistCheck, pointerCheck } from "./sources.ts";

/** Checks that need no database, in the order in which `posthouse doctor` prints them. */
export const CHECKS_OF_MACHINE = [nodeCheck, diskCheck] as const;
export const CHECKS_OF_NETWORK = [relayCheck, dnsCheck, returnsCheck, certificateCheck] as const;
/** Checks that need a database with the current schema. */
export const CHECKS_OF_DATABASE: readonly Check[] = [
  clockCheck,
  passwordCheck,
  queueCheck,
  workerCheck,
  jobsCheck,
  followersCheck,
  engagementsCheck,
  pointerCheck,
  blocklistCheck,
  operatorMailCheck,
];

/** The checks of the health page. */
export const ALL_CHECKS: readonly Check[] = [
  workerCheck,
  queueCheck,
  jobsCheck,
  followersCheck,
  engagementsCheck,
  databaseCheck,
  diskCheck,
  clockCheck,
  dnsCheck,
  relayCheck,
  returnsCheck,
  pointerCheck,
  blocklistCheck,
  certificateCheck,
  operatorMailCheck,
  passwordCheck,
  nodeCheck,
];
