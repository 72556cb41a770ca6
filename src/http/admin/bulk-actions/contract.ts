import { type Static, Type } from 'typebox'
import { textRule } from '#contract/filter-rules'
import { giftListFilters } from '#contract/gift-filters'
import { operation } from '../lib/operation.ts'
import { listQuery } from '../lib/query.ts'
import {
  boundedText,
  GiftState,
  oneOfTexts,
  orNull,
  page,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

const path = '/bulk-actions'
const detailPath = `${path}/:id` as const

/** A user's action on many gift requests. The server processes it. */
export const BulkAction = Type.Object({
  id: Type.String(),
  kind: oneOfTexts('remind', 'extend', 'send_again', 'cancel', 'restore_expiry'),
  days: orNull(Type.Integer({ description: 'Of an extension.' })),
  undo_of: orNull(Type.String({ description: 'The extension that this action undoes.' })),
  undone_by: orNull(Type.String({ description: 'The action that undoes this extension.' })),
  can_undo: Type.Boolean(),
  requested_by: Type.Object({ id: Type.String(), name: Type.String() }),
  state: oneOfTexts('running', 'stopped', 'finished'),
  gifts: Type.Integer({ description: 'The gift requests that were selected at the start.' }),
  done: Type.Integer(),
  rejected: Type.Integer({ description: 'Gift requests that the action did not change.' }),
  stop_reason: orNull(
    Type.Unsafe<'user' | 'role'>({
      ...oneOfTexts('user', 'role'),
      description: '`role`: the user who started the action may no longer change gifts.',
    }),
  ),
  stopped_by: orNull(Type.String()),
  created_at: Timestamp,
  ended_at: orNull(Timestamp),
})
export type BulkAction = Static<typeof BulkAction>

export const BulkActionDetail = Type.Object({
  ...BulkAction.properties,
  reasons: Type.Array(
    Type.Object({ code: Type.String(), reason: Type.String(), count: Type.Integer() }),
    {
      description: 'Why gift requests were not changed, most frequent first: the first 50 reasons.',
    },
  ),
})
export type BulkActionDetail = Static<typeof BulkActionDetail>

/** A gift request that an action did not change, with its present state. */
export const RejectedGift = Type.Object({
  id: Type.String(),
  reference: Type.String(),
  state: GiftState,
  recipient_name: Type.String(),
  reason: Type.String(),
})
export type RejectedGift = Static<typeof RejectedGift>

type MatchingGifts = { [Name in keyof typeof giftListFilters]?: string }

/** The filters that select the gift requests. The handler validates the values with the rules of the list. */
const MatchingGifts = Type.Unsafe<MatchingGifts>(
  Type.Object(
    Object.fromEntries(
      Object.keys(giftListFilters).map((name) => [
        name,
        Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      ]),
    ),
    { ...strict, description: 'The filters of the list, with the values of its URL.' },
  ),
)

export const listBulkActions = operation('GET', path, {
  permission: 'gift_requests:read',
  summary: 'list bulk actions on gift requests',
  query: listQuery({}),
  reply: page(BulkAction),
})

export const readBulkAction = operation('GET', detailPath, {
  permission: 'gift_requests:read',
  summary: 'show a bulk action, and why it did not change some gift requests',
  reply: BulkActionDetail,
})

export const startBulkAction = operation('POST', path, {
  permission: 'gift_requests:write',
  summary: 'start an action on many gift requests',
  body: Type.Object(
    {
      request_id: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Chosen by the caller, so that a repeated request starts one action.',
      }),
      kind: oneOfTexts('remind', 'extend', 'send_again', 'cancel'),
      days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 365, description: 'Required for an extension.' }),
      ),
      ids: Type.Optional(Type.Array(boundedText(64), { minItems: 1, maxItems: 10_000 })),
      matching: Type.Optional(MatchingGifts),
    },
    {
      ...strict,
      description:
        'Either `ids` or `matching`, the filters of the list. At most 100,000 gift requests.',
    },
  ),
  bodySize: 'large',
  reply: BulkAction,
})

export const stopBulkAction = operation('POST', `${detailPath}/stop`, {
  permission: 'gift_requests:write',
  summary: 'stop a bulk action; changed gift requests stay changed',
  reply: BulkAction,
})

export const undoBulkAction = operation('POST', `${detailPath}/undo`, {
  permission: 'gift_requests:write',
  summary: 'undo an extension, with a bulk action that restores the previous expiry',
  reply: BulkAction,
})

export const listRejectedGifts = operation('GET', `${detailPath}/rejected`, {
  permission: 'gift_requests:read',
  summary: 'list the gift requests that a bulk action did not change',
  query: listQuery({ reason: textRule }),
  reply: page(RejectedGift),
})

export const downloadRejectedGifts = operation('GET', `${detailPath}/rejected.csv`, {
  permission: 'gift_requests:read',
  summary: 'download the gift requests that a bulk action did not change',
  mediaTypes: ['text/csv'],
})
