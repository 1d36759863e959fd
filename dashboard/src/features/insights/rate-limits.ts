/** Published limits of mailbox providers and relays for the rates of a sender. */
export type RateLimit = {
  rate: number;
  /** Beside its line. */
  label: string;
  tone: "warn" | "bad";
};

export type RateKind = {
  metric: "bounce_rate" | "complaint_rate";
  title: string;
  description: string;
  limits: RateLimit[];
  source: string;
};

/**
 * Complaints: "Email sender guidelines" of Gmail and "Sender Best Practices" of Yahoo, both since 2024. Bounces: "Sending review process
 * FAQs" of Amazon SES.
 */
export const RATE_KINDS: RateKind[] = [
  {
    metric: "complaint_rate",
    title: "Complaint rate",
    description: "Spam reports as a share of delivered recipients.",
    limits: [
      { rate: 0.001, label: "stay below 0.1%", tone: "warn" },
      { rate: 0.003, label: "0.3% limit", tone: "bad" },
    ],
    source: "Gmail and Yahoo ask senders to stay below 0.1% and to never reach 0.3%.",
  },
  {
    metric: "bounce_rate",
    title: "Bounce rate",
    description: "Bounces as a share of recipients with an outcome.",
    limits: [
      { rate: 0.05, label: "5% review", tone: "warn" },
      { rate: 0.1, label: "10% pause", tone: "bad" },
    ],
    source: "Amazon SES reviews accounts from 5%, and may pause them from 10%.",
  },
];

/** The top of the axis: above the highest limit and most of the values. A single bad period with little mail is cut off. */
export function topOfRates(rates: number[], limits: RateLimit[]): number {
  const limit = Math.max(...limits.map(({ rate }) => rate));
  const sorted = rates.toSorted((a, b) => a - b);
  const most = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const least = Math.max(limit * 1.25, Math.min(most * 1.1, limit * 6));
  const power = 10 ** Math.floor(Math.log10(least));
  return (ROUND.find((factor) => factor * power >= least) ?? 10) * power;
}

/** Tops whose half is round, too. */
const ROUND = [1, 1.2, 1.4, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];
