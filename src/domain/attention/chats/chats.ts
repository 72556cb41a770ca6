import type { ConnectorRegistry } from '#connections'
import { type AttentionKind, attentionKindNames, type FieldError, throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { listChatConnectors } from './chat-connector.ts'
import * as store from './chat-store.ts'
import { type Chat, urlContext } from './tables.ts'

const maxChats = 5

export interface NewChat {
  format: string
  name: string
  url: string
  kinds?: readonly AttentionKind[]
}

export const listChats = store.list

/**
 * Adds a chat. The URL follows the rules of webhook endpoints, and is encrypted.
 *
 * @throws ApiError with all invalid fields
 */
export async function createChat(
  ctx: TxContext,
  { format, name, url, kinds = attentionKindNames }: NewChat,
  rules: Omit<webhooks.UrlRules, 'stage'>,
  registry: ConnectorRegistry,
): Promise<Chat> {
  throwIfAny([
    ...findFormatProblems(format, registry),
    ...webhooks.validateEndpoint({ url }, { ...rules, ...ctx.deployment }),
  ])
  await lockUntilEnd(ctx, `chats of ${ctx.account_id}`)
  if ((await store.list(ctx)).length >= maxChats)
    throwIfAny([
      {
        code: 'not_allowed',
        param: 'url',
        message: `cannot be added: an account may have ${maxChats} chats. Remove one that is no longer needed.`,
      },
    ])
  const id = newId()
  const { host } = new URL(url)
  const encrypted = ctx.deployment.cipher.encrypt(url, urlContext(id))
  const chat = await store.insert(ctx, { id, format, name, host, kinds: [...kinds] }, encrypted)
  if (chat === undefined) throw new Error('the insert of a chat returned no row')
  return chat
}

function findFormatProblems(format: string, registry: ConnectorRegistry): FieldError[] {
  const formats = listChatConnectors(registry).map(({ kind }) => kind)
  if (formats.includes(format)) return []
  const choice = formats.length === 0 ? 'the operator allows none' : `one of ${formats.join(', ')}`
  return [{ code: 'invalid', param: 'format', message: `must be a kind of chat: ${choice}` }]
}

/** Changes the given fields. Returns undefined if the chat does not exist. */
export const updateChat = async (
  ctx: TxContext,
  id: string,
  changes: Parameters<typeof store.update>[2],
): Promise<Chat | undefined> => (isId(id) ? store.update(ctx, id, changes) : undefined)

export const removeChat = async (ctx: TxContext, id: string): Promise<Chat | undefined> =>
  isId(id) ? store.remove(ctx, id) : undefined

/** Makes a test message due; the loop sends it. Returns undefined if the chat does not exist. */
export async function testChat(ctx: TxContext, id: string): Promise<Chat | undefined> {
  const chat = isId(id) ? await store.requestTest(ctx, id) : undefined
  if (chat !== undefined) ctx.afterCommit(() => ctx.deployment.notify('chats'))
  return chat
}
