import { useQuery } from "@tanstack/react-query";
import { Card } from "../../ui/card.tsx";
import { LetterBox } from "../../ui/drawings/letter-box.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { SendExample } from "../emails/send-example.tsx";
import { overviewQuery } from "../overview/overview.ts";

export function EmptyInbox() {
  const relays = useQuery(overviewQuery).data?.first_steps.delivers_for_real ?? false;
  return (
    <Card>
      {relays ? (
        <EmptyState drawing={LetterBox} title="No captured mail">
          Mail is being delivered. See each email's status under <TextLink to="/emails">Emails</TextLink>.
        </EmptyState>
      ) : (
        <EmptyState
          drawing={LetterBox}
          title="The inbox is empty"
          action={<SendExample className="text-left" />}
        >
          Emails that your apps send appear here, for any recipient. Try it:
        </EmptyState>
      )}
    </Card>
  );
}
