import * as accounts from '#accounts'
import type { ConnectorRegistry } from '#connections'
import * as giftLists from '#gift-lists'
import type { HttpClient } from '#platform/http-client/http-client'
import {
  createOutboxRunner,
  type OutboxHandler,
  type OutboxRunner,
  type OutboxRunnerOptions,
} from '#platform/jobs/outbox'
import type { Database, TxContext } from '#platform/postgres/database'
import { toItemView } from '../describe.ts'
import * as itemStore from '../item-store.ts'
import type { ItemRow } from '../tables.ts'
import {
  type ChatLine,
  type ChatMessage,
  findChatConnector,
  listChatConnectors,
} from './chat-connector.ts'
import * as store from './chat-store.ts'
import { urlContext } from './tables.ts'

/** Longer than the longest request. */
const leaseSeconds = 120
/** At most 20 messages an hour for each chat. Items that are raised in between share a message. */
const minIntervalSeconds = 180
const maxRetrySeconds = 3_600
const maxLines = 10
/** Items that one message covers; the following message covers the next ones. */
const maxItems = 200

interface ChatTask {
  url: string
  body: string
  lastNumber: number
}

/** The error of a failed request; undefined after a success. */
interface ChatOutcome {
  error?: string
  lastNumber: number
}

/** Sends open items to chats, outside any transaction. The HTTP client checks the addresses, as for webhooks. */
export const createChatLoop = (
  db: Database,
  client: HttpClient,
  registry: ConnectorRegistry,
  options?: OutboxRunnerOptions,
): OutboxRunner => createOutboxRunner(db, createHandler(client, registry), options)

const createHandler = (
  client: HttpClient,
  registry: ConnectorRegistry,
): OutboxHandler<store.DueChat, ChatTask, ChatOutcome> => ({
  concurrency: 4,
  claim: (ctx, limits) =>
    store.claim(
      ctx,
      limits,
      leaseSeconds,
      listChatConnectors(registry).map(({ kind }) => kind),
    ),
  prepare: (ctx, chats) => Promise.all(chats.map((chat) => prepare(ctx, chat, registry))),
  async perform(_chat, { url, body, lastNumber }) {
    const headers = ['Content-Type', 'application/json']
    const { ok, status, error } = await client.post(url, Buffer.from(body), headers)
    return ok
      ? { lastNumber }
      : { error: error === 'http_status' ? `http_${status}` : (error ?? 'failed'), lastNumber }
  },
  toPreparationFailure: () => ({ error: 'cannot_decrypt', lastNumber: 0 }),
  async settle(ctx, chat, { error, lastNumber }) {
    if (error === undefined) store.settleSent(ctx, chat, lastNumber, minIntervalSeconds)
    else store.settleFailed(ctx, chat, error, retrySeconds(chat.attempts))
  },
  async defer(ctx, chat) {
    store.settleFailed(ctx, chat, 'internal', maxRetrySeconds)
  },
})

const retrySeconds = (attempts: number): number =>
  Math.min(maxRetrySeconds, minIntervalSeconds * 2 ** attempts)

async function prepare(
  ctx: TxContext,
  chat: store.DueChat,
  registry: ConnectorRegistry,
): Promise<ChatTask> {
  const encrypted = await store.findUrl(ctx, chat.id)
  const connector = findChatConnector(registry, chat.format)
  if (encrypted === undefined || connector === undefined) throw new Error('the chat was removed')
  const url = ctx.deployment.cipher.decrypt(encrypted, urlContext(chat.id))
  if (chat.is_test_due)
    return { url, body: connector.render(testMessage(ctx)), lastNumber: chat.last_number }
  const items = await itemStore.findOpenAfter(ctx, chat.last_number, chat.kinds, maxItems)
  const message = await toMessage(ctx, items)
  const lastNumber = items.at(-1)?.number ?? chat.last_number
  return { url, body: connector.render(message), lastNumber }
}

const pageOf = (ctx: TxContext) => accounts.pageUrl(ctx, '/attention')

const testMessage = (ctx: TxContext): ChatMessage => ({
  title: 'Bestow can post here',
  lines: [
    { text: 'This is a test. New problems appear here as one message.', web_url: pageOf(ctx) },
  ],
  web_url: pageOf(ctx),
})

async function toMessage(ctx: TxContext, items: readonly ItemRow[]): Promise<ChatMessage> {
  const gifts = await giftLists.attention.namesById(
    ctx,
    items.slice(0, maxLines).flatMap(({ gift_request_id }) => gift_request_id ?? []),
  )
  const lines = items.slice(0, maxLines).map((item): ChatLine => {
    const { message, next_actions } = toItemView(ctx, item)
    const reference = gifts.get(item.gift_request_id ?? '')?.reference
    const text = reference === undefined ? message : `${reference}: ${message}`
    return { text, web_url: next_actions[0]?.web_url ?? pageOf(ctx) }
  })
  const more = items.length - lines.length
  const rest = more > 0 ? [{ text: `And ${more} more`, web_url: pageOf(ctx) }] : []
  const count = items.length
  const title =
    count === 1 ? '1 new problem needs attention' : `${count} new problems need attention`
  return { title, lines: [...lines, ...rest], web_url: pageOf(ctx) }
}
