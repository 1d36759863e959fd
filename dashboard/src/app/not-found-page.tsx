import { Signpost } from "lucide-react";
import { buttonStyles } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function NotFoundPage() {
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <title>Not found · Posthouse</title>
      <EmptyState
        icon={Signpost}
        title="Page not found"
        heading="h1"
        action={
          <a href="/" className={buttonStyles()}>
            Go to overview
          </a>
        }
      >
        Check the address, or start from the overview.
      </EmptyState>
    </main>
  );
}
