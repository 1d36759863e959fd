import type { App } from "../../../platform/http/index.ts";
import {
  type ContactRow,
  changeContact,
  changedFields,
  contactNotFound,
  createContact,
  findContact,
  type Properties,
  pageContacts,
  readContactFields,
  readContactReference,
  removeContact,
} from "../../contacts/index.ts";
import { compatErrors } from "../errors.ts";
import { withNames } from "./contact-names.ts";
import {
  type ContactChange,
  contactChange,
  contactParams,
  listedContact,
  namedContact,
  newContact,
  removedContact,
  storedContact,
} from "./contact-schema.ts";
import type { ResendDeps } from "./deps.ts";
import { listOf, pageQuery } from "./email-schema.ts";
import { readPage } from "./pages.ts";
import { presentContact, presentListedContact } from "./present-contact.ts";
import { refuseOtherThan } from "./refuse-other-than.ts";

/**
 * Contact routes, also below an audience: an account has one list of contacts, so every audience is that list. Listing the contacts of
 * an audience or segment is rejected (not-implemented.ts): the program would mail all contacts instead of some.
 */
export function contactRoutes(app: App, deps: ResendDeps): void {
  listRoute(app, deps);
  for (const base of ["/contacts", "/audiences/:audience/contacts"]) {
    createRoute(app, base, deps);
    memberRoutes(app, `${base}/:contact`, deps);
  }
}

function listRoute(app: App, { database }: ResendDeps): void {
  app.get(
    "/contacts",
    { schema: { hide: true, querystring: pageQuery, response: { 200: listOf(listedContact) } } },
    async ({ principal, query }) => {
      const { contacts, hasMore } = await pageContacts(database, principal.accountId, readPage(query));
      return { object: "list" as const, has_more: hasMore, data: contacts.map(presentListedContact) };
    },
  );
}

function createRoute(app: App, path: string, { database }: ResendDeps): void {
  app.post(
    path,
    {
      config: { allowsLimitedKeys: true },
      schema: { hide: true, body: newContact, response: { 201: namedContact } },
    },
    async ({ principal, body }, reply) => {
      const { email, segments, topics, audience_id, ...change } = body;
      refuseGroups("segments", segments);
      refuseGroups("topics", topics);
      const { contact } = await createContact(database, principal.accountId, {
        input: { email, ...applied({ name: null, properties: {} }, change) },
        onConflict: "update",
        update: (existing) =>
          changedFields(existing, readContactFields({ email, ...applied(existing, change) })),
      });
      return reply.code(201).send({ object: "contact", id: contact.id });
    },
  );
}

function memberRoutes(app: App, path: string, { database }: ResendDeps): void {
  app.get(
    path,
    { schema: { hide: true, params: contactParams, response: { 200: storedContact } } },
    async ({ principal, params }) => {
      const reference = readContactReference(params.contact);
      const found = await findContact(database.db, principal.accountId, reference);
      if (!found) throw contactNotFound();
      return presentContact(found);
    },
  );

  app.patch(
    path,
    {
      config: { allowsLimitedKeys: true },
      schema: { hide: true, params: contactParams, body: contactChange, response: { 200: namedContact } },
    },
    async ({ principal, params, body }) => {
      const changed = await changeContact(database.db, principal.accountId, {
        reference: readContactReference(params.contact),
        change: (existing) => {
          refuseOtherThan([existing.id, existing.email], { id: body.id, email: body.email });
          return changedFields(existing, readContactFields(applied(existing, body)));
        },
      });
      if (!changed) throw contactNotFound();
      return { object: "contact" as const, id: changed.id };
    },
  );

  app.delete(
    path,
    {
      config: { allowsLimitedKeys: true },
      schema: { hide: true, params: contactParams, response: { 200: removedContact } },
    },
    async ({ principal, params }) => {
      const reference = readContactReference(params.contact);
      const found = await findContact(database.db, principal.accountId, reference);
      if (!found || !(await removeContact(database.db, principal.accountId, { id: found.id })))
        throw contactNotFound();
      return { object: "contact" as const, contact: found.id, deleted: true as const };
    },
  );
}

type Known = Pick<ContactRow, "name" | "properties">;

/** Converts Resend's fields to a contact's fields. New properties are merged with the existing ones; null removes one. */
function applied(existing: Known, change: ContactChange) {
  const { first_name, last_name, unsubscribed, properties } = change;
  const names = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
  };
  const isNamed = Object.keys(names).length > 0;
  const known = isNamed ? withNames(existing, names) : existing;
  const merged = mergeProperties(known.properties, properties as Properties | undefined);
  return {
    ...(isNamed && { name: known.name }),
    ...((isNamed || properties) && { properties: merged }),
    ...(unsubscribed === undefined ? {} : { subscribed: !unsubscribed }),
  };
}

function mergeProperties(existing: Properties, changes: Properties = {}): Properties {
  const merged = { ...existing, ...changes };
  for (const [name, value] of Object.entries(changes)) if (value === null) delete merged[name];
  return merged;
}

/** Ignoring the groups would let mail go to people who opted out of them. */
function refuseGroups(name: string, groups: unknown[] | undefined): void {
  if (!groups?.length) return;
  throw compatErrors.not_implemented(`Posthouse has no ${name} yet: create the contact without \`${name}\`.`);
}
