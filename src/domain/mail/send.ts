import { createOutboxRunner, type OutboxRunner, type OutboxRunnerOptions } from '#platform/errands'
import type { Database } from '#platform/postgres'
import type { MailTransport, SendResult } from '#platform/smtp'
import { noteRefusal } from './bounces.ts'
import { settingsFor } from './dress.ts'
import type { Content } from './letters.ts'
import { outgoingOf, type Sending } from './outgoing.ts'
import { render, type Setting } from './render.ts'
import { open } from './seal.ts'
import * as store from './store.ts'
import type { Row } from './tables.ts'

const minute = 60_000
const hour = 60 * minute

export interface Pace {
  /** Milliseconds before the second attempt, the third, and so on; after the last one it has failed. */
  retryDelays: readonly number[]
  /** Milliseconds that one mail may take. */
  deadline: number
  /** Milliseconds after which others take up what a process has claimed and not settled. */
  lease: number
}

/** An outage of a day and a night is survived. */
const usual: Pace = {
  retryDelays: [minute / 2, 5 * minute, 15 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour],
  deadline: minute,
  lease: 3 * minute,
}

/**
 * Sends the emails that are due, as many at once as the transport is wide. An email goes at least once: a
 * process that dies after the server has taken it leaves it to be sent again when its lease ends, under
 * the same Message-ID.
 */
export const createSender = (
  db: Database,
  transport: MailTransport,
  sending: Sending,
  { pace = usual, ...options }: OutboxRunnerOptions & { pace?: Pace } = {},
): OutboxRunner =>
  createOutboxRunner<Row, Setting, SendResult>(
    db,
    {
      concurrency: transport.concurrency,
      claim: (ctx, room) => store.claim(ctx, room, pace.lease),
      prepare: (ctx, rows) => settingsFor(ctx, rows),
      toPreparationFailure: notMade,
      perform: (row, setting) => attempt(db, transport, sending, pace, row, setting),
      settle: (ctx, row, outcome) => settle(ctx, row, outcome, pace),
      async defer(ctx, row, error) {
        const { retryDelays } = pace
        await store.defer(ctx, row, retryDelays[row.attempts - 1], messageOf(error))
      },
    },
    options,
  )

/** One round of a sender. Returns how many emails it tried. */
export const sendDue = (
  db: Database,
  transport: MailTransport,
  sending: Sending,
  pace: Pace = usual,
): Promise<number> => createSender(db, transport, sending, { pace }).round()

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const notMade = (error: unknown): SendResult => ({
  isAccepted: false,
  isPermanent: false,
  isInvalidAddress: false,
  response: `could not be made: ${messageOf(error)}`,
})

async function attempt(
  db: Database,
  transport: MailTransport,
  sending: Sending,
  { deadline }: Pace,
  row: Row,
  setting: Setting,
): Promise<SendResult> {
  try {
    if (row.sealed === null) throw new Error('its content was erased')
    const sealed = open(db.deployment, row.id, row.sealed)
    const letter = { kind: row.kind, facts: sealed.facts } as Content
    const rendered = await render(letter, setting)
    const outgoing = outgoingOf(row, letter, sealed, rendered, sending, setting.fromName)
    return await transport.send(outgoing, deadline)
  } catch (error) {
    // One letter that cannot be read must not keep the others; it is tried again, as a key may come back.
    return notMade(error)
  }
}

async function settle(
  ctx: Parameters<typeof store.settle>[0],
  row: Row,
  outcome: SendResult,
  { retryDelays }: Pace,
): Promise<void> {
  if (outcome.isAccepted) {
    await store.settle(ctx, row, { state: 'sent', delay_ms: 0, error: null })
    return
  }
  const delay = retryDelays[row.attempts - 1]
  if (!outcome.isPermanent && delay !== undefined) {
    const delay_ms = delay * (0.8 + Math.random() * 0.4)
    await store.settle(ctx, row, { state: 'queued', delay_ms, error: outcome.response })
    return
  }
  const state = outcome.isPermanent ? 'bounced' : 'failed'
  const isHeard = await store.settle(ctx, row, { state, delay_ms: 0, error: outcome.response })
  if (isHeard) await noteRefusal(ctx, row, outcome)
}
