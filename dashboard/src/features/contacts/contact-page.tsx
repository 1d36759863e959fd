import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Contact } from "../../api-types.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button, buttonStyles } from "../../ui/button.tsx";
import { Pencil, PenLine, Trash } from "../../ui/icons.gen.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { UnreadyPage } from "../../unready-page.tsx";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import { ContactDialog } from "./contact-dialog.tsx";
import { ContactFacts } from "./contact-facts.tsx";
import { contactQuery } from "./contacts.ts";
import { DeleteContactDialog } from "./delete-contact-dialog.tsx";
import { TimelineCard } from "./timeline/timeline-card.tsx";

const route = getRouteApi("/app/contacts/$contactId");

export function ContactPage() {
  const { contactId } = route.useParams();
  const query = useQuery(contactQuery(contactId));
  if (query.data) return <ContactView contact={query.data} />;
  return <UnreadyPage title="Contact" back={<BackLink to="/contacts">Contacts</BackLink>} query={query} />;
}

function ContactView({ contact }: { contact: Contact }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <PageHeader
        title={contact.email}
        description={contact.name}
        back={<BackLink to="/contacts">Contacts</BackLink>}
        actions={
          <HiddenFromViewers>
            <Link to="/emails/new" search={{ to: contact.email }} className={buttonStyles()}>
              <PenLine aria-hidden="true" />
              Send email
            </Link>
            <Button onClick={() => setOpen("edit")}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
            <Button onClick={() => setOpen("delete")}>
              <Trash aria-hidden="true" />
              Delete
            </Button>
          </HiddenFromViewers>
        }
      />
      <ContactFacts contact={contact} />
      <TimelineCard contact={contact} />
      {open === "edit" ? <ContactDialog contact={contact} onClose={close} /> : null}
      {open === "delete" ? (
        <DeleteContactDialog
          contact={contact}
          onDeleted={() => void navigate({ to: "/contacts" })}
          onClose={close}
        />
      ) : null}
    </>
  );
}
