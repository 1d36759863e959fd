/**
 * A strict SMTP server: the library `smtp-server` runs the session, and this code restricts it. The library would accept a
 * line feed as the end of a command, offer AUTH without TLS, ignore unknown parameters, or wait forever.
 *
 * openSmtpServers: certificate, ports → StrictServer, whose subclasses decide at MAIL, RCPT and DATA → StrictConnection
 * (the limits of a session), StrictStream (the definition of a line) readPath, checkParameters, collectBytes: used in those
 * decisions. A refusal is thrown as SmtpReply.
 */

export { collectBytes } from "./collect-bytes.ts";
export type { Place } from "./listen.ts";
export { type CertificateSource, openSmtpServers } from "./open-smtp-servers.ts";
export { checkParameters, declaredSize, readPath } from "./read-envelope.ts";
export { ConnectionCaps } from "./session/connection-caps.ts";
export { type Limits, limits } from "./session/limits.ts";
export { busy, createReplyFor, SmtpReply } from "./smtp-reply.ts";
export { type Session, type Shared, StrictServer } from "./strict-server.ts";
