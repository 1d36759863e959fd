import { Signpost } from "lucide-react";
import { buttonStyles } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function NotFoundPage() {
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <title>Not found · Posthouse</title>
      <EmptyState
        icon={Signpost}
        title="There is no such page"
        heading="h1"
        action={
          <a href="/" className={buttonStyles()}>
            Go to the overview
          </a>
        }
      >
        The address is wrong, or what it pointed to is gone.
      </EmptyState>
    </main>
  );
}
