import type { FastifyRequest } from "fastify";
import { type App, errorResponses, nothing } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { type Role, requireOwner, requireOwnerOrSelf, sessionOf } from "../../sessions/index.ts";
import { changeRole, removeMember } from "../members/change-members.ts";
import { listInvitations } from "../members/invitation-queries.ts";
import { type InviteDeps, invite, renewLink, revokeInvitation } from "../members/invite.ts";
import { listMembersWithRoles } from "../members/queries.ts";
import { clientOf } from "./admit.ts";
import {
  idParams,
  invitationRequest,
  invitationResponse,
  membersResponse,
  roleRequest,
} from "./member-schema.ts";

const TAGS = ["Members"];

/** `/members` and `/invitations`, behind `requireSession`. */
export function memberRoutes(deps: InviteDeps) {
  return (app: App, _options: object, done: () => void) => {
    listRoute(app, deps);
    changeRoutes(app, deps);
    inviteRoutes(app, deps);
    done();
  };
}

function listRoute(app: App, { database }: InviteDeps): void {
  app.get(
    "/members",
    {
      schema: {
        operationId: "listMembers",
        summary: "List the members of the account and open invitations",
        tags: TAGS,
        response: { 200: membersResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async (request) => {
      const { accountId, personId } = sessionOf(request);
      const members = await listMembersWithRoles(database, accountId);
      const invitations = await listInvitations(database, accountId);
      return {
        members: members.map(({ joined_at, last_seen_at, ...member }) => ({
          ...member,
          joined_at: joined_at.toISOString(),
          last_seen_at: last_seen_at?.toISOString() ?? null,
          you: member.id === personId,
        })),
        invitations: invitations.map(presentInvitation),
      };
    },
  );
}

function changeRoutes(app: App, { database }: InviteDeps): void {
  app.patch(
    "/members/:id",
    {
      ...requireOwner,
      schema: {
        operationId: "changeMember",
        summary: "Change a member's role",
        tags: TAGS,
        params: idParams,
        body: roleRequest,
        response: { 204: nothing, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      await changeRole(database, targetOf(request, request.params.id), request.body.role);
      return await reply.code(204).send(null);
    },
  );

  app.delete(
    "/members/:id",
    {
      // Viewers may leave, too.
      config: { permission: "read" },
      ...requireOwnerOrSelf,
      schema: {
        operationId: "removeMember",
        summary: "Remove a member, or leave the account",
        description:
          "Ends the member's sessions in the account. API keys that the member has created keep working.",
        tags: TAGS,
        params: idParams,
        response: { 204: nothing, ...errorResponses(401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      await removeMember(database, targetOf(request, request.params.id));
      return await reply.code(204).send(null);
    },
  );
}

function inviteRoutes(app: App, deps: InviteDeps): void {
  app.post(
    "/invitations",
    {
      ...requireOwner,
      schema: {
        operationId: "invite",
        summary: "Invite a person to the account",
        description:
          "Returns a link for the invited person. Posthouse does not mail it, because the account's keys and viewers can read the account's mail.",
        tags: TAGS,
        body: invitationRequest,
        response: { 201: invitationResponse, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 429, 503) },
      },
    },
    async (request, reply) => {
      const invitation = await invite(deps, { ...byOf(request), ip: clientOf(request).ip }, request.body);
      return await reply.code(201).send({ ...presentInvitation(invitation), link: invitation.link });
    },
  );

  app.post(
    "/invitations/:id/link",
    {
      ...requireOwner,
      schema: {
        operationId: "renewInvitationLink",
        summary: "Make a new link for an invitation",
        description: "Earlier links of the invitation are no longer valid.",
        tags: TAGS,
        params: idParams,
        response: { 200: invitationResponse, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request) => {
      const invitation = await renewLink(deps, byOf(request), request.params.id);
      return { ...presentInvitation(invitation), link: invitation.link };
    },
  );

  app.delete(
    "/invitations/:id",
    {
      ...requireOwner,
      schema: {
        operationId: "revokeInvitation",
        summary: "Revoke an invitation",
        tags: TAGS,
        params: idParams,
        response: { 204: nothing, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      await revokeInvitation(deps.database, byOf(request), request.params.id);
      return await reply.code(204).send(null);
    },
  );
}

function byOf(request: FastifyRequest) {
  const { accountId, personId } = sessionOf(request);
  return { accountId, personId, by: actorOf(request) };
}

function targetOf(request: FastifyRequest, personId: string) {
  return { accountId: sessionOf(request).accountId, personId, by: actorOf(request) };
}

type Invitation = { id: string; email: string; role: Role; created_at: Date; expires_at: Date };

function presentInvitation({ id, email, role, created_at, expires_at }: Invitation) {
  return {
    ...{ id, email, role },
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}
