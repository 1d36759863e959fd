import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formError } from "../../../form-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Table } from "../../../ui/icons.gen.ts";
import { Menu, MenuCheck, MenuLabel } from "../../../ui/menu.tsx";
import { propertiesQuery } from "../contacts.ts";
import { MAX_COLUMNS } from "./property-columns.ts";
import type { Columns } from "./use-columns.ts";

/** Chooses the properties that the list shows as columns. Hidden where the list has no room for them. */
export function ColumnsMenu(props: Columns) {
  return (
    <Menu
      className="max-h-[min(24rem,70dvh)] max-w-72 overflow-y-auto"
      trigger={
        <Button className="ml-auto max-lg:hidden">
          <Table aria-hidden="true" />
          Columns
        </Button>
      }
    >
      <Properties {...props} />
    </Menu>
  );
}

/** Loads the properties when the menu opens. */
function Properties({ columns, isReady, change }: Columns) {
  const query = useQuery(propertiesQuery);
  const isLoading = query.isPending || !isReady;
  const names = useListedNames(columns, isLoading ? undefined : (query.data?.properties ?? []));
  const toggle = (name: string): void =>
    change(columns.includes(name) ? columns.filter((column) => column !== name) : [...columns, name]);
  return (
    <>
      {isLoading ? <MenuLabel>Loading…</MenuLabel> : null}
      {names.length > 0 ? <MenuLabel>Properties</MenuLabel> : null}
      {query.isSuccess && isReady && names.length === 0 ? (
        <MenuLabel>No contact has a property yet.</MenuLabel>
      ) : null}
      {names.map((name) => (
        <MenuCheck
          key={name}
          checked={columns.includes(name)}
          disabled={columns.length >= MAX_COLUMNS && !columns.includes(name)}
          onToggle={() => toggle(name)}
        >
          {name || '""'}
        </MenuCheck>
      ))}
      {query.error ? <MenuLabel>{formError(query.error, [])}</MenuLabel> : null}
    </>
  );
}

/** Chosen columns that no contact uses, then the properties. Names keep their place while the menu is open, and new ones follow. */
function useListedNames(
  columns: readonly string[],
  properties: readonly { name: string }[] | undefined,
): readonly string[] {
  const [listed, setListed] = useState<readonly string[]>([]);
  // Nothing until they are loaded, because items that move would lose the focus.
  if (properties === undefined) return [];
  const used = properties.map(({ name }) => name);
  const unused = columns.filter((name) => !used.includes(name));
  const more = [...unused, ...used].filter((name) => !listed.includes(name));
  if (more.length === 0) return listed;
  const all = [...listed, ...more];
  setListed(all);
  return all;
}
