import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { GetInstanceResponse, SignOutResponse } from "../../api.gen.ts";
import { api, showAccount, showFirstAccount } from "../../api.ts";
import type { AuthState, SignedIn } from "../../api-types.ts";

/** The signed-in user. Loaded once, and reloaded after sign-in, sign-out and every 401. */
export const authQuery = queryOptions({
  queryKey: ["auth"],
  queryFn: async ({ signal }) => {
    const state = await api.get<AuthState>("/api/auth?include=account", signal);
    showFirstAccount(state.account?.id);
    return state;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether sign-ups are open; a server setting, so it does not change while a page is open. */
export const instanceQuery = queryOptions({
  queryKey: ["instance"],
  queryFn: ({ signal }) => api.get<GetInstanceResponse>("/api/instance", signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Reloads the sign-in state. The page stays in its account: if the session is in another one, requests are refused. */
export function renewAuth(queryClient: QueryClient): Promise<AuthState> {
  return queryClient.fetchQuery({ ...authQuery, staleTime: 0 });
}

/** After the user entered or left an account on this page. */
export async function renewAccount(queryClient: QueryClient): Promise<void> {
  const { account } = await renewAuth(queryClient);
  showAccount(account?.id);
}

/** Clears the cache: the next user must not see the previous user's data. */
export function forgetAllButAuth(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== authQuery.queryKey[0] });
}

/** `code`: of the authenticator app, or a recovery code. */
export function signIn(input: { email: string; password: string; code?: string }): Promise<SignedIn> {
  return api.post("/api/auth", { action: "login", ...input });
}

export function signUp(input: { email: string; password: string }): Promise<SignedIn> {
  return api.post("/api/auth", { action: "signup", ...input });
}

export function signOut(): Promise<SignOutResponse> {
  return api.delete("/api/auth");
}

/** Also ends the user's other sessions. */
export function changePassword(input: { current_password: string; new_password: string }): Promise<SignedIn> {
  return api.post("/api/auth", { action: "change_password", ...input });
}
