import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, strict, Timestamp } from '../lib/schemas.ts'

/* The contract of the comments of members on gifts. Recipients do not see them. */

const path = '/gift-requests/:id/comments'

export const GiftComment = Type.Object({
  id: Type.String(),
  author: Type.Object({ id: Type.String(), name: Type.String() }),
  text: Type.String(),
  created_at: Timestamp,
})
export type GiftComment = Static<typeof GiftComment>

export const listGiftComments = operation('GET', path, {
  permission: 'gift_requests:read',
  addresses: 'shown',
  summary: 'list the comments on a gift, and the members whom a comment can mention',
  reply: Type.Object({
    data: Type.Array(GiftComment, { description: 'Oldest first, at most 200.' }),
    members: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  }),
})

export const addGiftComment = operation('POST', path, {
  permission: 'gift_requests:write',
  addresses: 'shown',
  summary: 'comment on a gift, and email the members whom the comment mentions',
  body: Type.Object(
    {
      text: Type.String({ maxLength: 10_000 }),
      mentions: Type.Optional(Type.Array(boundedText(64), { maxItems: 20 })),
    },
    strict,
  ),
  status: 201,
  reply: GiftComment,
})

export const deleteGiftComment = operation('DELETE', `${path}/:comment`, {
  permission: 'gift_requests:write',
  addresses: 'shown',
  summary: 'delete your own comment on a gift; admins delete every comment',
})
