import * as connections from '#connections'
import { hasDueRows } from '#platform/jobs/due-table'
import {
  createOutboxRunner,
  type OutboxRunner,
  type OutboxRunnerOptions,
} from '#platform/jobs/outbox'
import type { MailTransport, SendResult } from '#platform/lib/mail-transport'
import type { Database, TxContext } from '#platform/postgres/database'
import type { SenderConfig } from '../outbox/envelope.ts'
import { loadRenderContexts } from '../outbox/render-contexts.ts'
import * as store from '../outbox/store.ts'
import type { ChannelName, MessageRow } from '../outbox/tables.ts'
import { createTransportCache, type TransportCache } from '../sender/transport-cache.ts'
import { findPhonesOfMessages } from '../sms/phone.ts'
import type { TextSender } from '../sms/text-sender.ts'
import { createRouter } from './account-routes.ts'
import { createEmailChannel } from './email-channel.ts'
import { type MessageChannel, type MessageContext, waiting } from './message-channel.ts'
import { createSmsChannel, type TextCounts } from './sms-channel.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface SendLimits {
  /** Milliseconds before the second and later attempts; the email fails after the last one. */
  retryDelaysMs: readonly number[]
  /** Milliseconds per email. */
  timeoutMs: number
  /** Milliseconds until other processes can claim emails that a process has claimed and not settled. */
  leaseMs: number
}

/** The attempts cover an outage of more than 24 hours. */
const defaultLimits: SendLimits = {
  retryDelaysMs: [
    minuteMs / 2,
    5 * minuteMs,
    15 * minuteMs,
    hourMs,
    2 * hourMs,
    4 * hourMs,
    8 * hourMs,
    12 * hourMs,
  ],
  timeoutMs: minuteMs,
  leaseMs: 3 * minuteMs,
}

/**
 * How the installation sends messages, and the connectors with which accounts send their own. A message that neither sends
 * stays in the queue.
 */
export interface Transports {
  email: MailTransport | undefined
  sms?: TextSender | undefined
  connectors?: connections.ConnectorRegistry
  /** Receives the counts of text messages, for the metrics. */
  textCounts?: TextCounts
}

type SenderOptions = OutboxRunnerOptions & { limits?: SendLimits }

export interface MessageSender extends OutboxRunner {
  /** Closes the connections to the mail servers of accounts. Also ends sends in progress. */
  close(): void
}

/**
 * Creates the sender of due messages, which sends as many in parallel as the transports allow. Delivery
 * is at least once: when a process dies after the mail server has accepted an email, the email is sent
 * again after the lease, with the same Message-ID.
 */
export function createSender(
  db: Database,
  transports: Transports,
  senderConfig: SenderConfig,
  { limits = defaultLimits, ...options }: SenderOptions = {},
): MessageSender {
  const cache = createTransportCache()
  const channels = createChannels(db, transports, senderConfig, cache)
  const registry = transports.connectors ?? connections.createRegistry()
  const runner = createOutboxRunner<MessageRow, MessageContext, Outcome>(
    db,
    {
      due: hasDueRows(store.dueMessages),
      concurrency: [...channels.values()].reduce((sum, { concurrency }) => sum + concurrency, 0),
      async claim(ctx, claimLimits) {
        const { names, served } = await findServed(ctx, channels)
        return store.claim(ctx, claimLimits, limits.leaseMs, names, served)
      },
      prepare: (ctx, rows) => loadContexts(ctx, rows, registry),
      toPreparationFailure,
      perform: (row, context) => send(channels, row, context, limits.timeoutMs),
      settle: (ctx, row, outcome) => settle(ctx, channels, row, outcome, limits),
      async defer(ctx, row, error) {
        const { retryDelaysMs } = limits
        await store.defer(ctx, row, retryDelaysMs[row.attempts - 1], getErrorMessage(error))
      },
    },
    options,
  )
  return { ...runner, close: cache.close }
}

type Channels = ReadonlyMap<ChannelName, MessageChannel>

function createChannels(
  db: Database,
  { email, sms, connectors, textCounts = { sent: 0, refused: 0 } }: Transports,
  senderConfig: SenderConfig,
  cache: TransportCache,
): Channels {
  const channels = [
    ...(email === undefined && !hasPort(connectors, 'mail')
      ? []
      : [createEmailChannel(db.deployment, email, senderConfig, cache)]),
    ...(sms === undefined && !hasPort(connectors, 'text')
      ? []
      : [createSmsChannel(db, sms, textCounts)]),
  ]
  return new Map(channels.map((channel) => [channel.name, channel]))
}

const hasPort = (registry: connections.ConnectorRegistry | undefined, port: string) =>
  registry?.all.some((each) => each.port === port) === true

/** Finds the channels that send the messages of all accounts, and the accounts that the others send for. */
async function findServed(ctx: TxContext, channels: Channels) {
  const names: ChannelName[] = []
  const served: store.ServedAccount[] = []
  for (const { name: channel, findServedAccounts } of channels.values()) {
    if (findServedAccounts === undefined) names.push(channel)
    else
      for (const account_id of await findServedAccounts(ctx)) served.push({ channel, account_id })
  }
  return { names, served }
}

/** Runs one round of a sender of emails. Returns the number of attempted emails. */
export const sendDue = (
  db: Database,
  transport: MailTransport,
  senderConfig: SenderConfig,
  limits: SendLimits = defaultLimits,
): Promise<number> => createSender(db, { email: transport }, senderConfig, { limits }).round()

async function loadContexts(
  ctx: TxContext,
  rows: readonly MessageRow[],
  registry: connections.ConnectorRegistry,
): Promise<MessageContext[]> {
  const contexts = await loadRenderContexts(ctx, rows)
  const phones = await findPhonesOfMessages(ctx, rows)
  const findRoute = await createRouter(ctx, rows, registry)
  return contexts.map((context, index) => ({
    ...context,
    phone: phones.get(rows[index]?.gift_request_id ?? ''),
    ...findRoute(rows[index] as MessageRow),
  }))
}

const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

const toPreparationFailure = (error: unknown): SendResult =>
  waiting(`could not be rendered: ${getErrorMessage(error)}`)

/** A result with the connection that sent the message. */
type Outcome = SendResult & { connection_id?: string }

async function send(
  channels: Channels,
  row: MessageRow,
  context: MessageContext,
  timeoutMs: number,
): Promise<Outcome> {
  try {
    const channel = channels.get(row.channel)
    if (channel === undefined) throw new Error('the channel has no transport')
    const result = await channel.send(row, context, timeoutMs)
    return context.own.kind === 'usable' ? { ...result, connection_id: context.own.id } : result
  } catch (error) {
    // An undecryptable message does not block the others; it is retried, because a missing key may be
    // restored.
    return toPreparationFailure(error)
  }
}

async function settle(
  ctx: TxContext,
  channels: Channels,
  row: MessageRow,
  outcome: Outcome,
  { retryDelaysMs }: SendLimits,
): Promise<void> {
  recordHealth(ctx, outcome)
  if (outcome.isAccepted) {
    store.settle(ctx, row, { state: 'sent', delay_ms: 0, error: null })
    return
  }
  const delayMs = retryDelaysMs[row.attempts - 1]
  if (!outcome.isPermanent && delayMs !== undefined) {
    const delay_ms = delayMs * (0.8 + Math.random() * 0.4)
    store.settle(ctx, row, { state: 'queued', delay_ms, error: outcome.response })
    return
  }
  const state = outcome.isPermanent ? 'bounced' : 'failed'
  const isRecorded = await store.settleAndCheck(ctx, row, {
    state,
    delay_ms: 0,
    error: outcome.response,
  })
  if (isRecorded) await channels.get(row.channel)?.handleRejection(ctx, row, outcome)
}

/** Stores whether the connection responded. A rejected message is a response. */
function recordHealth(ctx: TxContext, outcome: Outcome): void {
  if (outcome.connection_id === undefined) return
  const hasResponded = outcome.isAccepted || outcome.isPermanent
  connections.recordResult(ctx, outcome.connection_id, hasResponded ? undefined : outcome.response)
}
