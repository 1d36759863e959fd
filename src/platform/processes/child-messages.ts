/** A role's messages to its supervisor. */
export type ChildMessage =
  | { readonly type: "ready"; readonly result: unknown }
  /** The role cannot start for a reason that the operator can fix. `message` is one line. */
  | { readonly type: "refused"; readonly message: string }
  /** No process of this node may go on. `message` is one line. */
  | { readonly type: "unfit"; readonly message: string }
  /** There is something to do for a role that does not run yet. */
  | { readonly type: "wanted"; readonly role: string };

export function isChildMessage(value: unknown): value is ChildMessage {
  const type = typeof value === "object" && value !== null ? (value as { type?: unknown }).type : null;
  return type === "ready" || type === "refused" || type === "unfit" || type === "wanted";
}

/** Resolves when the message has left this process, so that it is not lost if the process exits right afterwards. */
export function sendToSupervisor(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}
