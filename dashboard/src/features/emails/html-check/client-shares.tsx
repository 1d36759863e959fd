import type { HtmlCheck } from "../../../api-types.ts";
import { percent, SupportBar } from "./support-bar.tsx";

/** How much of the HTML each client supports. */
export function ClientShares({ clients }: { clients: HtmlCheck["clients"] }) {
  return (
    <section aria-labelledby="html-check-clients">
      <h3 id="html-check-clients" className="font-medium">
        By mail client
      </h3>
      <ul className="mt-3 grid gap-x-8 gap-y-2 text-[13px] sm:grid-cols-2">
        {clients.map((client) => (
          <li key={client.id} className="flex items-center gap-3">
            <span className="w-40 shrink-0 truncate">
              {client.family} <span className="text-ink-faint">{client.platform}</span>
            </span>
            <SupportBar shares={client} className="min-w-0 flex-1" />
            <span className="w-14 shrink-0 text-right tabular-nums">{percent(client.supported)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
