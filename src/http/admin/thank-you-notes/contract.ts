import { type Static, Type } from 'typebox'
import { idRule } from '#contract/filter-rules'
import { reactions } from '#contract/reactions'
import { operation } from '../lib/operation.ts'
import { listQuery } from '../lib/query.ts'
import { oneOfTexts, orNull, sortedPage, Timestamp } from '../lib/schemas.ts'

export const ListedThankYouNote = Type.Object({
  id: Type.String({ description: 'The id of the gift request, which has one note at most.' }),
  reference: Type.String(),
  recipient: Type.Object({ name: Type.String() }),
  campaign: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
  text: Type.String(),
  written_at: Timestamp,
  changed_at: orNull(Timestamp),
  reaction: orNull(oneOfTexts(...reactions)),
})
export type ListedThankYouNote = Static<typeof ListedThankYouNote>

export const listThankYouNotes = operation('GET', '/thank-you-notes', {
  permission: 'gift_requests:read',
  summary: 'list the thank-you notes of all recipients, newest first',
  query: listQuery({ campaign_id: idRule }),
  reply: sortedPage(ListedThankYouNote),
})
