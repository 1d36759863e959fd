import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NewInvitation } from "../../../api-types.ts";
import { QueryError } from "../../../query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { SectionHeader } from "../../../ui/section-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { InvitationRow } from "./invitation-row.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { MemberRow } from "./member-row.tsx";
import { membersQuery } from "./members.ts";

export function MembersPage() {
  const query = useQuery(membersQuery);
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<NewInvitation | null>(null);
  const { members, invitations = [] } = query.data ?? {};
  const isOwner = members?.some(({ you, role }) => you && role === "owner") ?? false;
  return (
    <section>
      <SectionHeader
        title="Members"
        description="People who can sign in to this account."
        actions={
          isOwner ? (
            <Button variant="primary" onClick={() => setInviting(true)}>
              Invite
            </Button>
          ) : null
        }
      />
      <Card className="overflow-hidden">
        {members || !query.error ? (
          <ul aria-label="Members" aria-busy={!members} className="divide-y">
            {members?.map((member) => <MemberRow key={member.id} member={member} isOwner={isOwner} />) ?? (
              <LoadingRow />
            )}
          </ul>
        ) : null}
        {query.error && !members ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
      </Card>
      {invitations.length === 0 ? null : (
        <>
          <h3 className="mt-8 mb-3 font-semibold">Invitations</h3>
          <Card className="overflow-hidden">
            <ul aria-label="Invitations" className="divide-y">
              {invitations.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  isOwner={isOwner}
                  onLink={setInvited}
                />
              ))}
            </ul>
          </Card>
        </>
      )}
      {isInviting ? (
        <InviteDialog
          onInvited={(invitation) => {
            setInviting(false);
            setInvited(invitation);
          }}
          onClose={() => setInviting(false)}
        />
      ) : null}
      {invited ? <LinkDialog invitation={invited} onClose={() => setInvited(null)} /> : null}
    </section>
  );
}

function LoadingRow() {
  return (
    <li className="grid gap-2 px-5 py-4">
      <Skeleton className="w-40" />
      <Skeleton className="w-64 max-w-full" />
    </li>
  );
}
