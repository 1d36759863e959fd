import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { MenuChoice, MenuLabel, MenuSeparator } from "../../../ui/menu.tsx";
import { showToast } from "../../../ui/toast.ts";
import { forgetAllButAuth } from "../session.ts";
import { accountsQuery, enterAccount } from "./members.ts";

/** A part of the user menu for people with several accounts. */
export function AccountChoice() {
  const accounts = useQuery(accountsQuery).data?.accounts ?? [];
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const entering = useMutation({
    mutationFn: enterAccount,
    onSuccess: async () => {
      await navigate({ to: "/" });
      forgetAllButAuth(queryClient);
    },
    onError: (error) =>
      showToast({ tone: "bad", title: "Could not switch accounts", description: error.message }),
  });
  if (accounts.length < 2) return null;
  return (
    <>
      <MenuLabel>Account</MenuLabel>
      <MenuChoice
        label="Account"
        value={accounts.find(({ current }) => current)?.id ?? ""}
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => entering.mutate(id)}
      />
      <MenuSeparator />
    </>
  );
}
