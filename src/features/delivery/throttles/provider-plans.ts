import type { ThrottlePlan } from "./throttle-plan.ts";

/** `messagesPerConnection`: the initial limit for the throttle's connections; MessagesPerConnection adapts it. */
export type ProviderPlan = ThrottlePlan & { messagesPerConnection: number };

/**
 * First and highest limits of throttles to large providers, by the registrable domain of their MX. They follow what the providers publish
 * or are known to reply; the reply for too much mail is quoted above each row. Other providers begin with low limits that grow.
 */
const PLANS = new Map<string, Partial<ProviderPlan>>([
  // 421-4.7.28 Gmail has detected an unusual rate of unsolicited mail / 421 4.7.0 Try again later, closing connection
  ["google.com", { concurrency: 10, maxConcurrency: 100, messagesPerConnection: 50 }],
  // 451 4.7.500 Server busy. Please try again later / 421 RP-001 The mail server IP has exceeded the rate limit allowed
  ["outlook.com", { concurrency: 5, maxConcurrency: 50, messagesPerConnection: 50 }],
  // 421 Max message per connection reached, closing transmission channel
  // 421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints
  ["yahoodns.net", { concurrency: 5, maxConcurrency: 20, messagesPerConnection: 20 }],
  // 421 4.7.1 Service unavailable, too many connections from your address
  ["icloud.com", { concurrency: 3, maxConcurrency: 20, messagesPerConnection: 5 }],
  // 421 Rejected: too many connections / 450 4.7.0 Requested mail action not taken: mailbox unavailable, rate limit
  ["gmx.net", { concurrency: 3, maxConcurrency: 10 }],
  ["web.de", { concurrency: 3, maxConcurrency: 10 }],
  // 421 4.7.1 Too many concurrent connections from this address (kundenserver.de, ionos)
  ["kundenserver.de", { concurrency: 3, maxConcurrency: 10 }],
  // 421 mwd-ibgw Service not available, too many sessions from your address (T-Online)
  ["t-online.de", { concurrency: 2, maxConcurrency: 5 }],
  // 421 opme11oxm23aub Trop de connexions, veuillez verifier votre configuration. OFR004_104 (Orange)
  ["orange.fr", { concurrency: 1, maxConcurrency: 3 }],
  // 421 Too many connections, slow down (Free, La Poste)
  ["free.fr", { concurrency: 1, maxConcurrency: 4 }],
  // 421 4.1.0 Too many sessions open (Comcast: at most 25 connections)
  ["comcast.net", { concurrency: 5, maxConcurrency: 25, messagesPerConnection: 1_000 }],
  // 450 4.1.2 Too many connections, try later (mail.ru) / 451 4.7.1 Sorry, the service is currently unavailable (Yandex)
  ["mail.ru", { concurrency: 3, maxConcurrency: 20 }],
  ["yandex.ru", { concurrency: 3, maxConcurrency: 20 }],
  // 550 Connection frequency limited / 421 Too many connections (QQ, NetEase)
  ["qq.com", { concurrency: 2, maxConcurrency: 10, perMinute: 300 }],
  ["netease.com", { concurrency: 2, maxConcurrency: 10, perMinute: 300 }],
]);

/** Servers count messages on a connection and close it, most at about 100. */
const DEFAULT_PLAN: ProviderPlan = {
  concurrency: 4,
  maxConcurrency: 40,
  perMinute: null,
  messagesPerConnection: 100,
  adapts: true,
};

export function planFor(provider: string): ProviderPlan {
  return { ...DEFAULT_PLAN, ...PLANS.get(provider) };
}
