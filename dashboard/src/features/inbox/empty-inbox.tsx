import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { SendExample } from "../emails/send-example.tsx";
import { overviewQuery } from "../overview/overview.ts";

export function EmptyInbox() {
  const relays = useQuery(overviewQuery).data?.first_steps.delivers_for_real ?? false;
  return (
    <Card>
      {relays ? (
        <EmptyState icon={Inbox} title="Nothing is captured">
          Mail goes out through your relay. What became of each email is under{" "}
          <TextLink to="/emails">Emails</TextLink>.
        </EmptyState>
      ) : (
        <EmptyState icon={Inbox} title="Nothing here yet" action={<SendExample className="text-left" />}>
          Whatever your programs send appears here within a moment, whoever it is addressed to. Try it from a
          terminal:
        </EmptyState>
      )}
    </Card>
  );
}
