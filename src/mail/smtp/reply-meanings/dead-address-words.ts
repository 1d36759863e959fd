/**
 * The wordings in which servers report that a mailbox does not exist. The words differ, but the grammar is the same: a noun
 * for a mailbox, and a phrase that says it is unknown. Every repetition is bounded, so that matching time does not grow with
 * the text.
 */
const START = String.raw`(?<![\p{L}\p{N}_-])`;
const END = String.raw`(?![\p{L}\p{N}_-])`;

const MAILBOX = String.raw`(?:mail ?box(?:es)?|user(?: ?(?:names?|ids?|accounts?)|s)?|(?:e-?mail |mail )?accounts?|recipients?|addressees?|(?<!\b(?:ip|mac|network)[ -])(?:address(?:es)?|adresse)|person|customer|subscriber|alias|local[- ]?part|screen ?name|destinataires?|destinatarios?|utilisateur|usuario|utente|empfänger|benutzer|получатель|пользователь|адресат)`;
/** Words that servers put before the noun: "such local user", "final delivery userid". */
const KIND = `(?:(?:e-?mail|mail|local|virtual|valid|known|registered|matching|active|delivery|destination|final|recipient|user|smtp|internet|gateway|or|illegal|invalid) ){0,4}`;
const WORDS = `(?:[:;,"'>)]{0,3} [^ ]{1,100}){0,7}?`;

const NOT_THERE = [
  "unknown",
  "not known",
  "(?:does|do|did) ?n[o']?t (?:currently )?exist",
  "(?<!(?:may|might|not|or) )(?:not|no longer) exist(?:s|ing)?",
  "(?:in|non)-?existent",
  "not found",
  "(?:could ?n[o']?t|can ?not|can't|can not) be (?:found|located|identified)",
  "not (?:been )?(?:recogni[sz]ed|registered|listed|defined|located)",
  "not (?:in|on) (?:our|this|the) [a-z]{1,20}",
  "not (?:a )?(?:valid|known|registered|local)",
  "unrecogni[sz]ed",
  "(?:is|are) (?:invalid|not here)",
  "no encontrad[oa]|no existe|n'existe (?:pas|plus)|desconocid[oa]|inconnue?s?|sconosciut[oa]|unbekannt|nicht (?:gefunden|bekannt|vorhanden)|existiert nicht",
  "не (?:найден|зарегистрирован|существует)",
].join("|");
/** "Unknown or mailbox full" does not say which of the two applies. */
const UNLESS = String.raw`(?! (?:or|o|ou|oder) (?:the )?(?:mailbox|buz[oó]n|casilla|full|quota|over)| (?:sender|ip|host|command|error)\b)`;

/** "User x@example.com unknown", "the email account that you tried to reach does not exist", "Mailbox not found". */
export const MAILBOX_NOT_THERE = new RegExp(
  `${START}${MAILBOX}${WORDS}[:;,"'>)]{0,3}(?: |(?<=[>)])|\\.{3} ?)?[(<"']?${START}(?:${NOT_THERE})${END}${UNLESS}`,
  "iu",
);

/** "Unknown user", "No such recipient here", "Invalid final delivery userid". */
export const NO_SUCH_MAILBOX = new RegExp(
  `${START}(?:unknown|no such|invalid|no valid|bad destination|non-?existent|unrecogni[sz]ed|not (?:a|an|our)) ${KIND}${MAILBOX}${END}(?! (?:name )?(?:or|and) (?:bad )?password| error)${UNLESS}`,
  "iu",
);

/** "No mailbox here by that name", "We could not find the recipient", "This user doesn't have a yahoo.com account". */
export const NO_MAILBOX_HERE = new RegExp(
  [
    `${START}no ${KIND}${MAILBOX} (?:is )?(?:here|by|with|of|under|named|called|at|exists?|found)${END}`,
    `${START}(?:can ?not|can't|could ?n[o']?t|unable to|did ?n[o']?t) (?:exactly )?(?:find|locate|recogni[sz]e|identify|match) (?:[^ ]{1,60} ){0,3}?${MAILBOX}${END}`,
    `${START}does ?n[o']?t have (?:an?|any) (?:[^ ]{1,60} )?(?:mail ?box|account|e-?mail address)${END}`,
  ].join("|"),
  "iu",
);
