/**
 * An SMTP server that takes nothing on trust: the library `smtp-server` leads the conversation, and what stands here is stricter than
 * it. The library would take a line feed for the end of a command, show AUTH in clear, ignore unknown parameters, or wait for ever.
 *
 * openSmtpServers: certificate, ports → StrictServer, to be extended with what is decided at MAIL, RCPT and DATA
 *   → StrictConnection (what a session may do at all), StrictStream (what a line is)
 * readPath, checkParameters, collectBytes: for those decisions. What is refused is thrown as SmtpReply.
 */
export type { CertificateFiles } from "./certificate/watch-certificate.ts";
export { collectBytes } from "./collect-bytes.ts";
export type { Place } from "./listen.ts";
export { type CertificateSource, openSmtpServers } from "./open-smtp-servers.ts";
export { checkParameters, declaredSize, readPath } from "./read-envelope.ts";
export { ConnectionCaps } from "./session/connection-caps.ts";
export { type Limits, limits } from "./session/limits.ts";
export { busy, createReplyFor, type ReplyTable, SmtpReply } from "./smtp-reply.ts";
export { type Session, type Shared, StrictServer } from "./strict-server.ts";
