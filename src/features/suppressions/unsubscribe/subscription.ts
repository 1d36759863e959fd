/** The bulk mail of an account to an address, which a link can end. The email is the one that contained the link. */
export type Subscription = { accountId: string; emailId: string; address: string };
/** The same with the account's number, because its id is too long for a mail token. */
export type NumberedSubscription = Pick<Subscription, "emailId" | "address"> & { accountNumber: number };

const ID_BYTES = 16;

export function idToBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

export function idFromBytes(bytes: Buffer): string {
  const hex = bytes.subarray(0, ID_BYTES).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
