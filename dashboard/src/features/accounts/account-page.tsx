import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../../query-error.tsx";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AccountCard } from "./account-card.tsx";
import { AttemptsCard } from "./attempts-card.tsx";
import { DeliveryCard } from "./delivery-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SecondFactorCard } from "./second-factor/second-factor-card.tsx";
import { settingsQuery } from "./settings.ts";
import { ReadOnlyForViewers } from "./viewers.tsx";

export function AccountPage() {
  const query = useQuery(settingsQuery);
  if (query.error && !query.data) {
    return (
      <Card>
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      </Card>
    );
  }
  if (!query.data) return <LoadingCards />;
  return (
    <div className="grid max-w-2xl gap-6">
      <ReadOnlyForViewers>
        <ProfileCard settings={query.data} />
        <AccountCard settings={query.data} />
        <AttemptsCard settings={query.data} />
      </ReadOnlyForViewers>
      <PasswordCard user={query.data.user} />
      <SecondFactorCard email={query.data.user.email} />
      <DeliveryCard settings={query.data} />
    </div>
  );
}

function LoadingCards() {
  return (
    <div aria-busy="true" className="grid max-w-2xl gap-6">
      {["profile", "account"].map((card) => (
        <Card key={card} className="grid gap-4 p-5">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </Card>
      ))}
    </div>
  );
}
