import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { TEXT_LINK_STYLES } from "../../ui/text-link.tsx";
import { showToast } from "../../ui/toast.ts";
import { forgetAllButAuth, renewAccount, signOut } from "./session.ts";

/** Ends the session, clears the cache and opens the sign-in page. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await renewAccount(queryClient);
      await navigate({ to: "/signin", search: {} });
      forgetAllButAuth(queryClient);
    },
    onError: (error) => showToast({ tone: "bad", title: "Could not sign out", description: error.message }),
  });
}

export function SignOutButton() {
  const leaving = useSignOut();
  return (
    <button type="button" className={TEXT_LINK_STYLES} onClick={() => leaving.mutate()}>
      Sign out
    </button>
  );
}
