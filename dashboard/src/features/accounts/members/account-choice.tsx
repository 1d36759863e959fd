import { useMutation, useQuery } from "@tanstack/react-query";
import { MenuChoice, MenuLabel, MenuSeparator } from "../../../ui/menu.tsx";
import { showToast } from "../../../ui/toast.ts";
import { accountsQuery } from "./members.ts";
import { switchAccount } from "./switch-account.ts";

/** A part of the user menu for people with several accounts. */
export function AccountChoice() {
  const accounts = useQuery(accountsQuery).data?.accounts ?? [];
  const entering = useMutation({
    mutationFn: switchAccount,
    onError: (error) =>
      showToast({ tone: "bad", title: "Could not switch accounts", description: error.message }),
  });
  if (accounts.length < 2) return null;
  const current = accounts.find((account) => account.current)?.id ?? "";
  return (
    <>
      <MenuLabel>Account</MenuLabel>
      <MenuChoice
        label="Account"
        value={current}
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          if (id !== current) entering.mutate(id);
        }}
      />
      <MenuSeparator />
    </>
  );
}
