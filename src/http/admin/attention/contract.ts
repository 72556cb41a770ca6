import { type Static, Type } from 'typebox'
import { attentionKindNames } from '#contract/attention'
import { operation } from '../lib/operation.ts'
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
