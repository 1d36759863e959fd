/** All features with routes, cleanup or background work in a process of the role `api`, in the order of the API document. */
import { accounts, members, secondFactor, signIn } from "../features/accounts/feature.ts";
import type { AlertRule } from "../features/alert-rule.ts";
import { analytics } from "../features/analytics/feature.ts";
import { audit } from "../features/audit/feature.ts";
import type { AuditAction } from "../features/audit/index.ts";
import { compat } from "../features/compat/feature.ts";
import { contacts } from "../features/contacts/feature.ts";
import type { Feature, Routes } from "../features/define-feature.ts";
import { delivery } from "../features/delivery/feature.ts";
import { domains } from "../features/domains/feature.ts";
import { emails } from "../features/emails/feature.ts";
import { feed } from "../features/feed/feature.ts";
import { followers } from "../features/followers/feature.ts";
import { health } from "../features/health/feature.ts";
import { inbound } from "../features/inbound/feature.ts";
import { inbox } from "../features/inbox/feature.ts";
import { keys } from "../features/keys/feature.ts";
import { metrics } from "../features/metrics/feature.ts";
import { queue } from "../features/queue/feature.ts";
import { rateLimits } from "../features/rate-limits/feature.ts";
import { recipients } from "../features/recipients/feature.ts";
import { requests } from "../features/requests/feature.ts";
import { routing } from "../features/routing/feature.ts";
import { sessions } from "../features/sessions/feature.ts";
import { submission } from "../features/submission/feature.ts";
import { suppressions } from "../features/suppressions/feature.ts";
import { tracking } from "../features/tracking/feature.ts";
import { webhooks } from "../features/webhooks/feature.ts";
import type { Schedule } from "../platform/jobs/index.ts";
import { type MetricDefinition, PLATFORM_LOG_EVENTS } from "../platform/telemetry/index.ts";
import { PROCESS_LOG_EVENTS } from "./log-events.ts";
import { alertChannelsOf } from "./services/alert-channels.ts";
import { apiKeyHooksOf } from "./services/api-key-hooks.ts";
import { deliveryModeOf, deliveryOf, releaseRouteOf, signupsOf } from "./services/delivery-mode.ts";
import { dnsOf } from "./services/dns.ts";
import { domainsOf } from "./services/domains.ts";
import { notifyWorkersOf } from "./services/notify-workers.ts";
import { routingOf } from "./services/routing.ts";
import { secretsOf } from "./services/secrets.ts";
import { sendingOf } from "./services/sending.ts";
import type { Services } from "./services/services.ts";
import { trackingDepsOf } from "./services/tracking.ts";
import { unsubscriptionsOf } from "./services/unsubscriptions.ts";
import { webhookDepsOf } from "./services/webhooks.ts";

/** A feature, and a function that returns its dependencies. */
export type UsedFeature = Pick<
  Feature,
  "name" | "tag" | "cleanup" | "followers" | "logEvents" | "metrics" | "auditActions" | "alertRules"
> & {
  routes(audience: Audience, services: Services): Routes[];
  schedules(services: Services): Schedule[];
};

export type Audience = keyof NonNullable<Feature["routes"]>;

export const features: readonly UsedFeature[] = [
  use(emails, sendingOf),
  use(feed, itself),
  use(inbox, (services) => ({ ...sendingOf(services), releaseRouteFor: releaseRouteOf(services) })),
  use(contacts, itself),
  use(domains, domainsOf),
  use(inbound, itself),
  use(routing, routingOf),
  use(suppressions, (services) => ({
    database: services.database,
    unsubscriptions: unsubscriptionsOf(services),
  })),
  use(tracking, trackingDepsOf),
  use(webhooks, webhookDepsOf),
  use(queue, (services) => ({
    database: services.database,
    log: services.log,
    onDue: notifyWorkersOf(services),
  })),
  use(signIn, (services) => ({
    database: services.database,
    log: services.log,
    config: services.config,
    secrets: secretsOf(services),
    signups: signupsOf(services),
  })),
  use(secondFactor, (services) => ({ database: services.database, secrets: secretsOf(services) })),
  use(keys, (services) => ({ database: services.database, apiKeyHooks: apiKeyHooksOf(services) })),
  use(audit, ({ database }) => ({ database, actions: auditActions() })),
  use(sessions, itself),
  use(accounts, (services) => ({
    database: services.database,
    config: services.config,
    policies: services.policies,
    delivery: deliveryOf(services),
    releaseRouteFor: releaseRouteOf(services),
  })),
  use(members, (services) => ({ ...services, secrets: secretsOf(services) })),
  use(analytics, (services) => ({ database: services.database, deliveryMode: deliveryModeOf(services) })),
  use(health, (services) => ({
    config: services.config,
    database: services.database,
    log: services.log,
    dns: dnsOf(services),
    delivery: deliveryOf(services),
    dataDir: services.config.dataDir,
    channels: alertChannelsOf(services),
    rules: alertRules(),
  })),
  use(requests, itself),
  use(metrics, ({ config, database }) => ({
    database,
    token: config.metricsToken,
    definitions: metricDefinitions(),
  })),
  use(compat, (services) => ({
    log: services.log,
    baseUrl: services.config.baseUrl,
    hooks: apiKeyHooksOf(services),
    webhooks: webhookDepsOf(services),
    ...sendingOf(services),
  })),
  use(delivery, itself),
  use(rateLimits, itself),
  use(recipients, itself),
  use(followers, itself),
  use(submission, itself),
];

function itself(services: Services): Services {
  return services;
}

function use<Deps>(feature: Feature<Deps>, depsOf: (services: Services) => Deps): UsedFeature {
  const {
    name,
    tag,
    cleanup,
    followers: declared,
    logEvents,
    metrics: definitions,
    auditActions: actions,
    alertRules: rules,
    routes,
    schedules,
  } = feature;
  return {
    name,
    ...(tag && { tag }),
    ...(cleanup && { cleanup }),
    ...(declared && { followers: declared }),
    ...(logEvents && { logEvents }),
    ...(definitions && { metrics: definitions }),
    ...(actions && { auditActions: actions }),
    ...(rules && { alertRules: rules }),
    routes: (audience, services) => routes?.[audience]?.(depsOf(services)) ?? [],
    schedules: (services) => schedules?.(depsOf(services)) ?? [],
  };
}

/** Every log event of the program, with its meaning. */
export const logEvents: Record<string, string> = Object.assign(
  {},
  PLATFORM_LOG_EVENTS,
  PROCESS_LOG_EVENTS,
  ...features.map((feature) => feature.logEvents),
);

/** Every metric of the program. */
export function metricDefinitions(): Record<string, MetricDefinition> {
  const declared: Record<string, MetricDefinition> = Object.assign(
    {},
    ...features.map((feature) => feature.metrics),
  );
  const counter = declared.posthouse_log_events_total;
  // Only the list of all features knows all events.
  const values = { event: Object.keys(logEvents).toSorted() };
  return counter ? { ...declared, posthouse_log_events_total: { ...counter, values } } : declared;
}

/** Every action that the audit log keeps. */
export function auditActions(): AuditAction[] {
  return features.flatMap((feature) => feature.auditActions ?? []).sort();
}

/** Every alert rule, by name. */
export function alertRules(): Record<string, AlertRule> {
  return Object.assign({}, ...features.map((feature) => feature.alertRules));
}
