import { Type } from 'typebox'
import { ContactNote } from '#contract/people-resources'
import { operation } from '../lib/operation.ts'
import { boundedText, strict, Timestamp } from '../lib/schemas.ts'

export const addContactNote = operation('POST', '/recipients/:id/notes', {
  permission: 'gift_requests:write',
  summary: 'add a note about a recipient',
  body: Type.Object({ text: Type.String({ maxLength: 20_000 }) }, strict),
  status: 201,
  reply: Type.Object({ ...ContactNote.properties, created_at: Timestamp }),
})

export const deleteContactNote = operation('DELETE', '/recipients/:id/notes/:note_id', {
  permission: 'gift_requests:write',
  summary: 'delete your own note about a recipient; admins delete every note',
})

export const setOptOut = operation('PUT', '/recipients/:id/opt-out', {
  permission: 'gift_requests:write',
  summary: 'stop or allow campaign emails to a recipient',
  body: Type.Object({ opted_out: Type.Boolean() }, strict),
})

export const clearBouncesOfDomain = operation('POST', '/recipients/clear-domain-bounces', {
  permission: 'recipients:write',
  summary: 'resume emails to all addresses at a domain that bounced',
  body: Type.Object({ domain: boundedText(253) }, strict),
  reply: Type.Object({ cleared: Type.Integer() }),
})

export const exportPersonalData = operation('POST', '/recipients/export', {
  permission: 'recipients:write',
  summary: 'export the personal data of a recipient',
  body: Type.Object({ email: boundedText(254) }, strict),
  reply: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
})
