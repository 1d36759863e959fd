import { defineFeature } from "../define-feature.ts";
import type { SessionDeps } from "../sessions/index.ts";
import { ACCOUNTS_AUDIT_ACTIONS } from "./audit-actions.ts";
import { type AuthDeps, authRoutes } from "./http/auth-routes.ts";
import { invitationRoutes } from "./http/invitation-routes.ts";
import { memberRoutes } from "./http/member-routes.ts";
import { secondFactorRoutes } from "./http/second-factor-routes.ts";
import { settingsRoutes } from "./http/settings-routes.ts";
import { switchRoutes } from "./http/switch-routes.ts";
import { ACCOUNTS_LOG_EVENTS } from "./log-events.ts";
import { deleteExpiredInvitations } from "./members/invitation-queries.ts";
import type { SecondFactorDeps } from "./second-factor/use-code.ts";
import type { SettingsDeps } from "./settings/settings.ts";

export const signIn = defineFeature<AuthDeps>({
  name: "sign-in",
  tag: { name: "Sign-in", description: "Sign up, sign in, sign out, and change the password." },
  routes: { open: (deps) => [authRoutes(deps)] },
});

export const secondFactor = defineFeature<SecondFactorDeps>({
  name: "second-factor",
  tag: { name: "Second factor", description: "The authenticator app of a user, and recovery codes." },
  routes: { dashboard: (deps) => [secondFactorRoutes(deps)] },
});

export const accounts = defineFeature<SettingsDeps>({
  name: "accounts",
  logEvents: ACCOUNTS_LOG_EVENTS,
  auditActions: ACCOUNTS_AUDIT_ACTIONS,
  tag: { name: "Account", description: "Settings of the account and its user." },
  routes: { dashboard: (deps) => [settingsRoutes(deps)] },
});

export const members = defineFeature<SessionDeps & SecondFactorDeps>({
  name: "members",
  tag: { name: "Members", description: "The people of an account, their roles, and invitations." },
  routes: {
    open: (deps) => [invitationRoutes(deps)],
    dashboard: (deps) => [memberRoutes(deps), switchRoutes(deps)],
  },
  cleanup: { invitations: deleteExpiredInvitations },
});
