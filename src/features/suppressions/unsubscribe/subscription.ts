/** What a recipient can end by a link: the bulk mail of an account to an address. The email is the one that held the link. */
export type Subscription = { accountId: string; emailId: string; address: string };
/** The same, its account by the number that fits where its id does not. */
export type NumberedSubscription = Pick<Subscription, "emailId" | "address"> & { accountNumber: number };

const idBytes = 16;

export function idToBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

export function idFromBytes(bytes: Buffer): string {
  const hex = bytes.subarray(0, idBytes).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
