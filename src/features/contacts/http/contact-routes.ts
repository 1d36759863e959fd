import { Type } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { changeContact, changedFields } from "../change-contact.ts";
import { createContact } from "../create-contact.ts";
import { contactNotFound } from "../errors.ts";
import { findContacts } from "../find-contacts.ts";
import { presentContact } from "../present-contact.ts";
import { findContact } from "../queries.ts";
import { readContactFields } from "../read-contact-fields.ts";
import { readContactReference } from "../read-contact-reference.ts";
import { removeContact } from "../remove-contact.ts";
import {
  contact,
  contactChange,
  contactInput,
  contactParams,
  createdContact,
  createQuery,
  existingContact,
  listContactsQuery,
  listContactsResponse,
} from "./schema.ts";
import { transferRoutes } from "./transfer-routes.ts";

type Options = {
  database: Database;
};

/** The contact routes, the same for programs (/api/v1) and the dashboard (/api). */
export function contactRoutes(options: Options) {
  return async (app: App) => {
    collectionRoutes(app, options);
    memberRoutes(app, options);
    await app.register(transferRoutes(options));
  };
}

function collectionRoutes(app: App, { database }: Options): void {
  app.get(
    "/contacts",
    {
      schema: {
        operationId: "listContacts",
        summary: "List contacts",
        description:
          "Newest first. Pages stay stable while contacts are added, and every page is as fast as the first.",
        querystring: listContactsQuery,
        response: { 200: listContactsResponse, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async (request) => findContacts(database, request.principal.accountId, request.query),
  );

  app.post(
    "/contacts",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "createContact",
        summary: "Create a contact, or update the one with this address",
        querystring: createQuery,
        body: contactInput,
        response: {
          200: existingContact,
          201: createdContact,
          ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const { contact, result } = await createContact(database, request.principal.accountId, {
        input: request.body,
        onConflict: request.query.on_conflict ?? "error",
      });
      if (result === "created") return reply.code(201).send({ ...presentContact(contact), result });
      return reply.code(200).send({ ...presentContact(contact), result });
    },
  );
}

function memberRoutes(app: App, { database }: Options): void {
  app.get(
    "/contacts/:contact",
    {
      schema: {
        operationId: "getContact",
        summary: "Get a contact by id or address",
        params: contactParams,
        response: { 200: contact, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async ({ principal, params }) => {
      const found = await findContact(database.db, principal.accountId, readContactReference(params.contact));
      if (!found) throw contactNotFound();
      return presentContact(found);
    },
  );

  app.patch(
    "/contacts/:contact",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "updateContact",
        summary: "Change a contact",
        description: "Fields in the request replace the stored values. Absent fields stay as they are.",
        params: contactParams,
        body: contactChange,
        response: { 200: contact, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async ({ principal, params, body }) => {
      const changes = readContactFields(body);
      const changed = await changeContact(database.db, principal.accountId, {
        reference: readContactReference(params.contact),
        change: (existing) => changedFields(existing, changes),
      });
      if (!changed) throw contactNotFound();
      return presentContact(changed);
    },
  );

  app.delete(
    "/contacts/:contact",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "deleteContact",
        summary: "Delete a contact",
        description:
          "Also removes the IP addresses and user agents from the person's opens and clicks, including those of mail to former addresses. The figures stay.",
        params: contactParams,
        response: {
          204: Type.Null({ description: "The contact was deleted." }),
          ...errorResponses(401, 403, 404, 503),
        },
      },
    },
    async ({ principal, params }, reply) => {
      const reference = readContactReference(params.contact);
      if (!(await removeContact(database.db, principal.accountId, reference))) throw contactNotFound();
      return reply.code(204).send(null);
    },
  );
}
