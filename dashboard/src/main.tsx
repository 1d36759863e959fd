import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { type ApiError, showAccount } from "./api.ts";
import { preloadParts } from "./app/lazy-part.tsx";
import { untilIdle } from "./app/until-idle.ts";
import { reloadInOtherAccount, tellOfSwitch } from "./features/accounts/members/switch-account.ts";
import { authQuery, renewAuth } from "./features/accounts/session.ts";
import { createQueryClient } from "./query-client.ts";
import { createAppRouter } from "./router.tsx";
import "./styles.css";

/** The session is no longer valid: reload the sign-in state, and let the route guards redirect. */
async function renewSession(): Promise<void> {
  const before = queryClient.getQueryData(authQuery.queryKey)?.account?.id;
  const { account } = await renewAuth(queryClient);
  if (before && account && account.id !== before) return reloadInOtherAccount();
  showAccount(account?.id);
  await router.invalidate();
}

function onApiError(error: ApiError): void {
  if (error.isOfOtherAccount) reloadInOtherAccount();
  if (error.isSignedOut || error.needsPasswordChange) void renewSession();
}

const queryClient = createQueryClient(onApiError);
const router = createAppRouter(queryClient);

/** Loads the scripts of all pages and dialogs, so that a click needs no request and works while the server restarts. */
function preloadPages(): void {
  preloadParts();
  for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route as never);
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

tellOfSwitch();

void untilIdle(5_000).then(preloadPages);
