/** The records of the two ledgers. All times are wallClock(). */

/** Written by the load client. `id` is the proof's own; it is in the subject and around the payload. */
export type ClientRecord =
  | { kind: "attempt"; id: string; to: string[]; at: number }
  | { kind: "accepted"; id: string; at: number; emailId: string }
  | { kind: "refused"; id: string; at: number; status: number }
  | { kind: "unanswered"; id: string; at: number; reason: string };

/** A message whose final dot the sink has read; on the disk before the 250 is sent. */
export type CopyRecord = {
  kind: "copy";
  connection: number;
  id: string;
  to: string[];
  dotAt: number;
  /** SHA-256 of all bytes between DATA and the dot, dot-stuffing undone. */
  digest: string;
  bytes: number;
  /** Whether both payloads (text and HTML) are present and match the id. */
  intact: boolean;
  /** Bytes CR or LF that are not part of a CRLF (RFC 5321 §2.3.8 forbids them). */
  bareLineEnds: number;
};

/** Written by the sink. */
export type SinkRecord =
  | { kind: "opened"; connection: number; at: number; remotePort: number }
  | CopyRecord
  | { kind: "answered"; connection: number; id: string; at: number }
  | { kind: "closed"; connection: number; at: number; phase: string };

export type Target = "api" | "worker" | "both" | "postgres" | "supervisor";

/** A disruption of the program, from its start until the program has recovered. */
export type Disruption = {
  target: Target | "stop" | "backend" | "read-only" | "slow" | "full";
  at: number;
  until: number;
};
