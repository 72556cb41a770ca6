import { type Static, Type } from 'typebox'
import { attentionKindNames, attentionSubjects } from '#contract/attention'
import { AttentionItem } from '#contract/attention-resources'
import { enumRule, textRule } from '#contract/filter-rules'
import { BulkAction } from '../bulk-actions/contract.ts'
import { operation } from '../lib/operation.ts'
import { filterQuery } from '../lib/query.ts'
import {
  boundedText,
  LocalizedText,
  oneOfTexts,
  orNull,
  page,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

export const AttentionKindName = oneOfTexts(...attentionKindNames)
export type AttentionKindName = Static<typeof AttentionKindName>

/** Whether the user receives the daily email about gifts that need attention. */
export const DigestSubscription = Type.Object({ is_subscribed: Type.Boolean() }, strict)

export const readDigestSubscription = operation('GET', '/attention/digest', {
  permission: 'gift_requests:read',
  summary: 'show whether you receive the daily email about your gifts that need attention',
  reply: DigestSubscription,
})

export const changeDigestSubscription = operation('PUT', '/attention/digest', {
  permission: 'gift_requests:write',
  summary: 'turn the daily email about your gifts that need attention on or off',
  body: DigestSubscription,
  reply: DigestSubscription,
})

const AttentionEntry = Type.Object({
  ...AttentionItem.properties,
  since: Timestamp,
  raised_at: Timestamp,
  cleared_at: orNull(Timestamp),
  snoozed_until: orNull(Timestamp),
  name: Type.String(),
  product_id: orNull(Type.String()),
  assignee_name: orNull(Type.String()),
})

/** The items of one kind and cause. */
export const AttentionGroup = Type.Object({
  kind: AttentionKindName,
  cause: Type.String(),
  count: Type.Integer(),
  since: Timestamp,
  newest: Type.Array(AttentionEntry, { description: 'The newest items, at most three.' }),
})
export type AttentionGroup = Static<typeof AttentionGroup>

export const listAttentionGroups = operation('GET', '/attention/groups', {
  permission: 'gift_requests:read',
  summary: 'list what needs attention by kind and cause',
  query: filterQuery({
    kind: enumRule(...attentionKindNames),
    state: enumRule('open', 'snoozed'),
    assignee_id: textRule,
  }),
  reply: Type.Object({ data: Type.Array(AttentionGroup) }),
})

/** A member to whom items can be assigned. */
export const AttentionAssignee = Type.Object({
  id: Type.String(),
  name: Type.String(),
  hidden: Type.Array(oneOfTexts(...attentionSubjects), {
    description: 'The subjects about which the member sees no items.',
  }),
})
export type AttentionAssignee = Static<typeof AttentionAssignee>

export const listAttentionAssignees = operation('GET', '/attention/assignees', {
  permission: 'gift_requests:read',
  summary: 'list the members to whom items of attention can be assigned',
  reply: Type.Object({ data: Type.Array(AttentionAssignee) }),
})

/** The items that one request selects by id. */
export const maxIds = 500

/** Either `ids` or `matching`. */
const selection = {
  ids: Type.Optional(Type.Array(boundedText(64), { minItems: 1, maxItems: maxIds })),
  matching: Type.Optional(
    Type.Object(
      {
        kind: AttentionKindName,
        cause: boundedText(100),
        state: oneOfTexts('open', 'snoozed'),
        assignee_id: Type.Optional(boundedText(64)),
      },
      { ...strict, description: 'All items of a group, with the filters of the list.' },
    ),
  ),
}

/** What became of the selected items. */
export const AttentionChange = Type.Object({
  done: Type.Integer(),
  ids: orNull(
    Type.Array(Type.String(), { description: 'The changed items; null if more than 500.' }),
  ),
  rejected: Type.Array(
    Type.Object({
      reason: oneOfTexts('ended', 'assigned', 'hidden_from_assignee'),
      count: Type.Integer(),
    }),
  ),
})
export type AttentionChange = Static<typeof AttentionChange>

export const assignAttention = operation('POST', '/attention/assign', {
  permission: 'gift_requests:write',
  summary: 'assign items of attention to a member, or to no one',
  body: Type.Object(
    {
      ...selection,
      assignee_id: orNull(boundedText(64)),
      only_unassigned: Type.Optional(
        Type.Boolean({ description: 'Leaves out the items that another member looks after.' }),
      ),
    },
    strict,
  ),
  reply: AttentionChange,
})

export const snoozeAttention = operation('POST', '/attention/snooze', {
  permission: 'gift_requests:write',
  summary: 'hide items of attention for at most 90 days, or show them again',
  body: Type.Object(
    {
      ...selection,
      until: Type.Unsafe<string | null>({
        ...orNull(Type.String({ format: 'date-time' })),
        description: 'Null shows them now.',
      }),
    },
    strict,
  ),
  reply: AttentionChange,
})

export const remindAttention = operation('POST', '/attention/remind', {
  permission: 'gift_requests:write',
  summary: 'start a bulk action that reminds the recipients of the gifts of items',
  body: Type.Object({ ...selection, request_id: boundedText(64) }, strict),
  reply: BulkAction,
})

/** A kind of chat that the operator allows. */
export const ChatFormat = Type.Object({
  kind: Type.String(),
  title: LocalizedText,
  about: LocalizedText,
  help_url: Type.String({ description: 'Tells where to find the URL of the incoming webhook.' }),
})
export type ChatFormat = Static<typeof ChatFormat>

/**
 * The incoming webhook of a chat. No response contains its URL, because anyone who knows the URL can post.
 */
export const Chat = Type.Object({
  id: Type.String(),
  format: Type.String({ description: 'The kind of its connector.' }),
  name: Type.String(),
  host: Type.String(),
  kinds: Type.Array(AttentionKindName),
  enabled: Type.Boolean(),
  last_sent_at: orNull(Timestamp),
  last_error: orNull(Type.String()),
  created_at: Timestamp,
})
export type Chat = Static<typeof Chat>

const chatName = Type.String({ minLength: 1, maxLength: 100 })
const chatKinds = Type.Array(AttentionKindName, { minItems: 1, maxItems: 20 })

export const listChats = operation('GET', '/chats', {
  permission: 'administration',
  clock: 'real',
  summary: 'list the chats that receive what needs attention',
  reply: Type.Object({ ...page(Chat).properties, formats: Type.Array(ChatFormat) }),
})

export const addChat = operation('POST', '/chats', {
  permission: 'administration',
  summary: 'add a chat by the URL of its incoming webhook',
  body: Type.Object(
    {
      format: boundedText(50),
      name: chatName,
      url: Type.String({ maxLength: 2_048 }),
      kinds: Type.Optional(chatKinds),
    },
    strict,
  ),
  status: 201,
  reply: Chat,
})

export const changeChat = operation('PATCH', '/chats/:id', {
  permission: 'administration',
  summary: 'rename a chat, choose its kinds, or pause it',
  body: Type.Partial(
    Type.Object({ name: chatName, kinds: chatKinds, enabled: Type.Boolean() }),
    strict,
  ),
  reply: Chat,
})

export const removeChat = operation('DELETE', '/chats/:id', {
  permission: 'administration',
  summary: 'remove a chat and its URL',
})

export const testChat = operation('POST', '/chats/:id/test', {
  permission: 'administration',
  summary: 'send a test message; the list shows its result',
  status: 202,
  reply: Chat,
})
