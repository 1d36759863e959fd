import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { ApiError } from "./api.ts";
import { renewAuth } from "./features/accounts/session.ts";
import { createQueryClient } from "./query-client.ts";
import { createAppRouter } from "./router.tsx";
import "./styles.css";

/** The session is no longer valid: reload the sign-in state, and let the route guards redirect. */
async function renewSession(): Promise<void> {
  await renewAuth(queryClient);
  await router.invalidate();
}

function onApiError(error: ApiError): void {
  if (error.isSignedOut || error.needsPasswordChange) void renewSession();
}

const queryClient = createQueryClient(onApiError);
const router = createAppRouter(queryClient);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
