import { type Static, Type } from 'typebox'
import { booleanRule, countryRule, enumRule, idRule, textRule } from '#contract/filter-rules'
import { operation } from '../lib/operation.ts'
import { listQuery } from '../lib/query.ts'
import {
  boundedText,
  oneOfTexts,
  orNull,
  page,
  sortedPage,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

/* The contract of contacts and their groups. The domain checks the values and names the invalid ones. */

const text = Type.String({ maxLength: 2_000 })
const texts = Type.Array(text, { maxItems: 100 })
const optionalText = orNull(text)

/** The values of a contact that users set. */
const values = {
  given_name: text,
  family_name: text,
  display_name: optionalText,
  salutation: optionalText,
  work_emails: texts,
  private_emails: texts,
  phone: optionalText,
  language: optionalText,
  country: optionalText,
  time_zone: optionalText,
  manager_id: optionalText,
  department: optionalText,
  start_date: optionalText,
  end_date: optionalText,
  birthday: optionalText,
  groups: texts,
  fields: Type.Record(Type.String({ maxLength: 200 }), text, { maxProperties: 100 }),
  external_ids: texts,
  consent: optionalText,
  do_not_gift: optionalText,
}

const Origin = Type.Object({
  source: oneOfTexts('manual', 'import', 'vcard', 'merge', 'roster', 'scim'),
  name: Type.Optional(Type.String()),
  connection_id: Type.Optional(Type.String()),
  at: Type.String(),
})

export const Contact = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ...values,
  do_not_gift_since: orNull(Timestamp),
  origins: Type.Record(Type.String(), Origin, { description: 'The origin of each field.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Contact = Static<typeof Contact>

const NewContact = Type.Partial(Type.Object(values), strict)

export const listContacts = operation('GET', '/contacts', {
  permission: 'contacts:read',
  summary: 'list contacts; viewers see no private addresses, phone numbers and birthdays',
  query: listQuery({
    q: textRule,
    group_id: idRule,
    country: countryRule,
    language: textRule,
    do_not_gift: booleanRule,
    sort: enumRule('created', 'name'),
  }),
  reply: sortedPage(Contact),
})

export const getContact = operation('GET', '/contacts/:id', {
  permission: 'contacts:read',
  summary: 'return a contact',
  reply: Type.Object({
    ...Contact.properties,
    manager: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
  }),
})

export const createContact = operation('POST', '/contacts', {
  permission: 'contacts:write',
  summary: 'create a contact',
  body: NewContact,
  status: 201,
  reply: Contact,
})

export const updateContact = operation('PATCH', '/contacts/:id', {
  permission: 'contacts:write',
  summary: 'change a contact',
  body: NewContact,
  reply: Contact,
})

export const deleteContact = operation('DELETE', '/contacts/:id', {
  permission: 'contacts:write',
  summary: 'delete a contact; gifts stay',
})

export const ContactDouble = Type.Object({
  id: Type.String(),
  reason: oneOfTexts('name_and_domain', 'phone'),
  contacts: Type.Array(Contact, { description: 'Two contacts.' }),
})
export type ContactDouble = Static<typeof ContactDouble>

export const listContactDoubles = operation('GET', '/contact-doubles', {
  permission: 'contacts:write',
  summary: 'list pairs of contacts that are probably one person',
  reply: page(ContactDouble),
})

const ChosenField = oneOfTexts(
  'given_name',
  'family_name',
  'display_name',
  'salutation',
  'phone',
  'language',
  'country',
  'time_zone',
  'manager_id',
  'department',
  'start_date',
  'end_date',
  'birthday',
  'consent',
)
export type ChosenField = Static<typeof ChosenField>

export const mergeContacts = operation('POST', '/contacts/:id/merge', {
  permission: 'contacts:write',
  summary: 'merge another contact into a contact',
  body: Type.Object(
    {
      other_id: boundedText(64),
      taken: Type.Array(ChosenField, {
        maxItems: 20,
        description: 'The fields whose value comes from the other contact.',
      }),
    },
    strict,
  ),
  reply: Contact,
})

export const ContactGroup = Type.Object({
  id: Type.String(),
  name: Type.String(),
  contacts: Type.Integer(),
})
export type ContactGroup = Static<typeof ContactGroup>

const groupName = Type.Object({ name: Type.String({ maxLength: 100 }) }, strict)

export const listContactGroups = operation('GET', '/contact-groups', {
  permission: 'contacts:read',
  summary: 'list the groups of contacts',
  reply: page(ContactGroup),
})

export const createContactGroup = operation('POST', '/contact-groups', {
  permission: 'contacts:write',
  summary: 'create a group of contacts',
  body: groupName,
  status: 201,
  reply: ContactGroup,
})

export const renameContactGroup = operation('PATCH', '/contact-groups/:id', {
  permission: 'contacts:write',
  summary: 'rename a group of contacts',
  body: groupName,
})

export const deleteContactGroup = operation('DELETE', '/contact-groups/:id', {
  permission: 'contacts:write',
  summary: 'delete a group; its contacts stay',
})
