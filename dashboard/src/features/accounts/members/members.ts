import { queryOptions } from "@tanstack/react-query";
import type { FindInvitationResponse, ListAccountsResponse, ListMembersResponse } from "../../../api.gen.ts";
import { api } from "../../../api.ts";
import type { NewInvitation, Role, SignedIn } from "../../../api-types.ts";

export const membersQuery = queryOptions({
  queryKey: ["members"],
  queryFn: ({ signal }) => api.get<ListMembersResponse>("/api/members", signal),
});

/** The accounts of the user. */
export const accountsQuery = queryOptions({
  queryKey: ["accounts"],
  queryFn: ({ signal }) => api.get<ListAccountsResponse>("/api/accounts", signal),
  staleTime: 60_000,
});

export function enterAccount(id: string): Promise<void> {
  return api.post(`/api/accounts/${encodeURIComponent(id)}/enter`, undefined);
}

export function invite(input: { email: string; role: Role }): Promise<NewInvitation> {
  return api.post("/api/invitations", input);
}

export function renewLink(id: string): Promise<NewInvitation> {
  return api.post(`/api/invitations/${encodeURIComponent(id)}/link`, undefined);
}

export function revokeInvitation(id: string): Promise<void> {
  return api.delete(`/api/invitations/${encodeURIComponent(id)}`);
}

export function changeRole(id: string, role: Role): Promise<void> {
  return api.patch(`/api/members/${encodeURIComponent(id)}`, { role });
}

export function removeMember(id: string): Promise<void> {
  return api.delete(`/api/members/${encodeURIComponent(id)}`);
}

/** The invitation of a link. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["invitation", token],
    queryFn: () => api.post<FindInvitationResponse>("/api/invitations/find", { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function acceptInvitation(input: {
  token: string;
  password?: string;
  code?: string;
  name?: string;
}): Promise<SignedIn> {
  return api.post("/api/invitations/accept", input);
}

export const ROLE_NAMES: Record<Role, string> = { owner: "Owner", member: "Member", viewer: "Viewer" };
export const ROLE_HINTS: Record<Role, string> = {
  owner: "Can do everything, including manage members.",
  member: "Can do everything except manage members.",
  viewer: "Can see everything and change nothing.",
};
export const ROLES = Object.keys(ROLE_NAMES) as Role[];
