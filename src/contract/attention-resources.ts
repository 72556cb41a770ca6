import { type TSchema, Type } from 'typebox'
import { attentionKindNames, attentionSubjects } from './attention.ts'
import { enumOf, id, nullable, timestamp } from './schema-parts.ts'
import type { ResourceType } from './versions/api-version.ts'

/* The schemas of attention items in responses and webhooks. */

const AttentionAction = Type.Object({
  title: Type.String({ description: 'What to do, for people.' }),
  operation: nullable(
    Type.Object({
      id: Type.String({ description: 'The operation of this API.' }),
      method: Type.String(),
      path: Type.String({ description: 'The path below the base URL, with its ids.' }),
    }),
    'Null if only the web app can do it.',
  ),
  web_url: Type.String({ format: 'uri', description: 'The page of the web app.' }),
})

export const AttentionItem = Type.Object({
  id: id(),
  kind: enumOf(attentionKindNames),
  subject: Type.Object({
    type: enumOf(attentionSubjects),
    id: id(),
  }),
  gift_request_id: nullable(id(), 'The gift request of the subject, if it has one.'),
  cause: Type.String({
    description: 'A code such as out_of_stock. Later releases can add causes.',
  }),
  message: Type.String({ description: 'The cause in a sentence, for people.' }),
  since: timestamp('When the condition began.'),
  raised_at: timestamp('When Bestow noticed it.'),
  cleared_at: nullable(timestamp(), 'When it ended; null while it is true.'),
  assignee_id: nullable(
    id(),
    'The user who looks after it; null if it is assigned to no active one.',
  ),
  snoozed_until: nullable(
    timestamp('When it is in the lists again.'),
    'Null if it is not snoozed. Its condition is still true until then, and ends as always.',
  ),
  next_actions: Type.Array(AttentionAction, {
    description: 'What resolves it, the usual action first. Empty once it has ended.',
  }),
})

export const attentionSchemas = {
  attention_items: AttentionItem,
} as const satisfies Partial<Record<ResourceType, TSchema>>

const giftRequestId = '019de370-4ac0-74e2-8f3a-51c07d9be001'

export const attentionExample = {
  id: '019de370-4ac0-74e2-8f3a-51c07d9bee01',
  kind: 'backordered',
  subject: { type: 'gift_request', id: giftRequestId },
  gift_request_id: giftRequestId,
  cause: 'out_of_stock',
  message: 'An item is out of stock. The gift ships when stock arrives.',
  since: '2026-05-01T10:30:00.000Z',
  raised_at: '2026-05-01T10:30:04.000Z',
  cleared_at: null,
  assignee_id: null,
  snoozed_until: null,
  next_actions: [
    {
      title: 'Add stock',
      operation: { id: 'adjustStockLevels', method: 'POST', path: '/stock_levels/adjust' },
      web_url: 'https://gifts.larkfield.example/catalogue?stock=low',
    },
    {
      title: 'Cancel the gift',
      operation: {
        id: 'cancelGiftRequest',
        method: 'POST',
        path: `/gift_requests/${giftRequestId}/cancel`,
      },
      web_url: `https://gifts.larkfield.example/gift-requests/${giftRequestId}`,
    },
  ],
}

/** Named schemas of the documents. */
export const namedAttention = { AttentionItem, AttentionAction } as const
