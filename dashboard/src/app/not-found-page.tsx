import { Link } from "@tanstack/react-router";
import { buttonStyles } from "../ui/button.tsx";
import { Crossroads } from "../ui/drawings/crossroads.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { useTabTitle } from "../ui/use-tab-title.ts";

export function NotFoundPage() {
  useTabTitle("Not found");
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        drawing={Crossroads}
        title="Page not found"
        heading="h1"
        action={
          <Link to="/" className={buttonStyles()}>
            Go to overview
          </Link>
        }
      >
        Check the address, or start from the overview.
      </EmptyState>
    </div>
  );
}
