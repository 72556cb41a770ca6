import { type Static, Type } from 'typebox'
import { anyText, oneOf } from '../lib/filters.ts'
import { operation } from '../lib/operation.ts'
import { listQuery } from '../lib/query.ts'
import {
  boundedText,
  GiftState,
  GiftStatus,
  orNull,
  sortedPage,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

const email = boundedText(254)

export const Recipient = Type.Object({
  id: Type.String(),
  created_at: Timestamp,
  thank_you_count: Type.Integer(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  name: Type.String(),
  gift_requests: Type.Integer(),
  last_at: orNull(Timestamp),
  declined: Type.Integer(),
  is_bounced: Type.Boolean(),
})
export type Recipient = Static<typeof Recipient>

export const ContactNote = Type.Object({
  id: Type.String(),
  author: Type.Object({ id: Type.String(), name: Type.String() }),
  text: Type.String(),
  created_at: Timestamp,
})
export type ContactNote = Static<typeof ContactNote>

export const RecipientDetail = Type.Object({
  ...Recipient.properties,
  sender_notes: Type.Array(ContactNote, { description: 'Notes of the users, newest first.' }),
  bounces_at_domain: orNull(
    Type.Object(
      { domain: Type.String(), count: Type.Integer() },
      {
        description:
          'For admins, if email to the address bounced: all such addresses at its domain.',
      },
    ),
  ),
  opt_out: orNull(
    Type.Object(
      { set_by: Type.String(), created_at: Timestamp },
      { description: 'Set if the recipient wants no campaign emails.' },
    ),
  ),
  notes: Type.Array(
    Type.Object({
      gift_request_id: Type.String(),
      reference: Type.String(),
      text: Type.String(),
      written_at: Timestamp,
    }),
  ),
  declines: Type.Array(
    Type.Object({
      gift_request_id: Type.String(),
      reference: Type.String(),
      declined_at: Timestamp,
      decline_reason: orNull(Type.String()),
    }),
  ),
  gifts: Type.Array(
    Type.Object({
      id: Type.String(),
      reference: Type.String(),
      status: GiftStatus,
      state: GiftState,
      campaign: orNull(Type.String()),
      created_at: Timestamp,
    }),
  ),
})
export type RecipientDetail = Static<typeof RecipientDetail>

export const listRecipients = operation('GET', '/recipients', {
  role: 'sender',
  summary: 'list recipients',
  query: listQuery({
    q: anyText,
    status: oneOf('thanked', 'declined', 'bounced'),
    sort: oneOf('created', 'email'),
  }),
  reply: sortedPage(Recipient),
})

export const readRecipient = operation('GET', '/recipients/:id', {
  role: 'sender',
  summary: 'show a recipient, their gifts and their notes',
  reply: RecipientDetail,
})

export const addContactNote = operation('POST', '/recipients/:id/notes', {
  role: 'sender',
  summary: 'add a note about a recipient',
  body: Type.Object({ text: Type.String({ maxLength: 20_000 }) }, strict),
  status: 201,
  reply: ContactNote,
})

export const deleteContactNote = operation('DELETE', '/recipients/:id/notes/:note_id', {
  role: 'sender',
  summary: 'delete your own note about a recipient; admins delete every note',
})

export const setOptOut = operation('PUT', '/recipients/:id/opt-out', {
  role: 'sender',
  summary: 'stop or allow campaign emails to a recipient',
  body: Type.Object({ opted_out: Type.Boolean() }, strict),
})

export const clearBounce = operation('POST', '/recipients/:id/clear-bounce', {
  role: 'admin',
  summary: 'resume emails to an address that bounced',
})

export const clearBouncesOfDomain = operation('POST', '/recipients/clear-domain-bounces', {
  role: 'admin',
  summary: 'resume emails to all addresses at a domain that bounced',
  body: Type.Object({ domain: boundedText(253) }, strict),
  reply: Type.Object({ cleared: Type.Integer() }),
})

export const exportPersonalData = operation('POST', '/recipients/export', {
  role: 'admin',
  summary: 'export the personal data of a recipient',
  body: Type.Object({ email }, strict),
  reply: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
})

export const erasePersonalData = operation('POST', '/recipients/erase', {
  role: 'admin',
  summary: 'erase the personal data of a recipient',
  body: Type.Object({ email, confirm: email }, strict),
  reply: Type.Object({
    contact_id: orNull(Type.String()),
    cancelled: Type.Integer(),
    emails: Type.Integer(),
    gift_requests: Type.Integer(),
  }),
})
