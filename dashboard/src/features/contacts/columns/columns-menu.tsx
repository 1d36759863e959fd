import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ListContactPropertiesResponse } from "../../../api.gen.ts";
import { api } from "../../../api.ts";
import { Button } from "../../../ui/button.tsx";
import { Table } from "../../../ui/icons.gen.ts";
import { Menu, MenuCheck, MenuLabel } from "../../../ui/menu.tsx";
import { CONTACTS_KEY } from "../contacts.ts";
import { MAX_COLUMNS } from "./property-columns.ts";

const propertiesQuery = queryOptions({
  queryKey: [...CONTACTS_KEY, "properties"],
  queryFn: ({ signal }) => api.get<ListContactPropertiesResponse>("/api/contacts/properties", signal),
});

type ColumnsMenuProps = {
  columns: readonly string[];
  onChange: (columns: string[]) => void;
};

/** Chooses the properties that the list shows as columns. Hidden where the list has no room for them. */
export function ColumnsMenu(props: ColumnsMenuProps) {
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
function Properties({ columns, onChange }: ColumnsMenuProps) {
  const query = useQuery(propertiesQuery);
  const used = query.data?.properties.map(({ name }) => name) ?? [];
  // Nothing until they are loaded, because items that move would lose the focus.
  const names = query.isPending ? [] : [...columns.filter((name) => !used.includes(name)), ...used];
  const toggle = (name: string): void =>
    onChange(columns.includes(name) ? columns.filter((column) => column !== name) : [...columns, name]);
  return (
    <>
      <MenuLabel>{names.length > 0 ? "Properties" : noneText(query)}</MenuLabel>
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
    </>
  );
}

function noneText({ isPending, error }: { isPending: boolean; error: Error | null }): string {
  if (isPending) return "Loading…";
  return error ? error.message : "No contact has a property yet.";
}
