import type { ImportPreview as Preview } from "../../../api-types.ts";

const MEANINGS: Record<Preview["columns"][number]["becomes"], string> = {
  email: "Email",
  name: "Name",
  subscribed: "Status",
  unsubscribed: "Status",
  tracked: "Tracking",
  properties: "Properties",
  property: "Property",
  ignored: "Not imported",
};

/** The first rows of a file, and what its columns become. */
export function ImportPreview({ columns, rows }: Preview) {
  return (
    <div className="grid gap-2 *:min-w-0">
      <FirstRows columns={columns} rows={rows} />
      <p className="text-[13px] break-words text-ink-soft empty:hidden">{summaryOf(columns)}</p>
    </div>
  );
}

/** Names the columns that the table may have no room for. */
function summaryOf(columns: Preview["columns"]): string {
  const namesOf = (meaning: string) =>
    columns.flatMap(({ name, becomes }) => (becomes === meaning ? name : []));
  const [properties, ignored] = [namesOf("property"), namesOf("ignored").filter(Boolean)];
  const hasProperties = properties.length > 0 || namesOf("properties").length > 0;
  return [
    properties.length > 0 ? `Properties: ${properties.join(", ")}.` : "",
    hasProperties ? "" : "No column becomes a property.",
    ignored.length > 0 ? `Not imported: ${ignored.join(", ")}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function FirstRows({ columns, rows }: Preview) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
    <section aria-label="First rows of the file" tabIndex={0} className="overflow-x-auto rounded-lg border">
      <table className="w-full border-collapse text-left text-[13px] whitespace-nowrap">
        <thead className="border-b bg-subtle/60">
          <tr>
            {columns.map(({ name, becomes }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have no name
              <th key={index} scope="col" className="max-w-36 px-3 py-2 align-top font-medium">
                <bdi className="block truncate">{name || "–"}</bdi>
                <span
                  className={
                    becomes === "ignored" ? "font-normal text-ink-faint" : "font-normal text-ink-soft"
                  }
                >
                  {MEANINGS[becomes]}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
            <tr key={row}>
              {cells.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have no name
                  key={index}
                  className={
                    columns[index]?.becomes === "ignored"
                      ? "max-w-36 truncate px-3 py-1.5 text-ink-faint"
                      : "max-w-36 truncate px-3 py-1.5"
                  }
                >
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
