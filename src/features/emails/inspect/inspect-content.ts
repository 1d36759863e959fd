export type Finding = { code: string; severity: "error" | "warning" | "hint"; message: string; at?: string };
export type InspectedContent = {
  html: string | null;
  text: string | null;
  subject: string;
  headers: readonly (readonly [string, string])[];
  recipientCount: number;
  messageBytes: number;
};

export function inspectContent(_content: InspectedContent): Finding[] {
  return [];
}
