import {
  createOutboxRunner,
  type OutboxRunner,
  type OutboxRunnerOptions,
} from '#platform/jobs/outbox'
import type { MailTransport, SendResult } from '#platform/lib/smtp'
import type { Database } from '#platform/postgres/database'
import { handleRejection } from '../bounces/record-bounce.ts'
import { buildOutgoingEmail, type SenderConfig } from '../outbox/envelope.ts'
import { decryptPayload } from '../outbox/payload-encryption.ts'
import { loadRenderContexts } from '../outbox/render-contexts.ts'
import * as store from '../outbox/store.ts'
import type { MessageRow } from '../outbox/tables.ts'
import { type RenderContext, renderEmail } from '../render/render-email.ts'
import type { TemplateWithData } from '../templates/template-data.ts'

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
 * Creates the sender of due emails, which sends as many in parallel as the transport allows. Delivery
 * is at least once: when a process dies after the mail server has accepted an email, the email is sent
 * again after the lease, with the same Message-ID.
 */
export const createSender = (
  db: Database,
  transport: MailTransport,
  senderConfig: SenderConfig,
  { limits = defaultLimits, ...options }: OutboxRunnerOptions & { limits?: SendLimits } = {},
): OutboxRunner =>
  createOutboxRunner<MessageRow, RenderContext, SendResult>(
    db,
    {
      concurrency: transport.concurrency,
      claim: (ctx, claimLimits) => store.claim(ctx, claimLimits, limits.leaseMs),
      prepare: (ctx, rows) => loadRenderContexts(ctx, rows),
      toPreparationFailure,
      perform: (row, context) => sendEmail(db, transport, senderConfig, limits, row, context),
      settle: (ctx, row, outcome) => settle(ctx, row, outcome, limits),
      async defer(ctx, row, error) {
        const { retryDelaysMs } = limits
        await store.defer(ctx, row, retryDelaysMs[row.attempts - 1], getErrorMessage(error))
      },
    },
    options,
  )

/** Runs one round of a sender. Returns the number of attempted emails. */
export const sendDue = (
  db: Database,
  transport: MailTransport,
  senderConfig: SenderConfig,
  limits: SendLimits = defaultLimits,
): Promise<number> => createSender(db, transport, senderConfig, { limits }).round()

const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

const toPreparationFailure = (error: unknown): SendResult => ({
  isAccepted: false,
  isPermanent: false,
  isInvalidAddress: false,
  response: `could not be rendered: ${getErrorMessage(error)}`,
})

async function sendEmail(
  db: Database,
  transport: MailTransport,
  senderConfig: SenderConfig,
  { timeoutMs }: SendLimits,
  row: MessageRow,
  context: RenderContext,
): Promise<SendResult> {
  try {
    if (row.encrypted_payload === null) throw new Error('the email content was erased')
    const payload = decryptPayload(db.deployment, row.id, row.encrypted_payload)
    const template = { kind: row.kind, data: payload.facts } as TemplateWithData
    const rendered = await renderEmail(template, context)
    const outgoing = buildOutgoingEmail(
      row,
      template,
      payload,
      rendered,
      senderConfig,
      context.fromName,
    )
    return await transport.send(outgoing, timeoutMs)
  } catch (error) {
    // An undecryptable email does not block the others; it is retried, because a missing key may be
    // restored.
    return toPreparationFailure(error)
  }
}

async function settle(
  ctx: Parameters<typeof store.settle>[0],
  row: MessageRow,
  outcome: SendResult,
  { retryDelaysMs }: SendLimits,
): Promise<void> {
  if (outcome.isAccepted) {
    await store.settle(ctx, row, { state: 'sent', delay_ms: 0, error: null })
    return
  }
  const delayMs = retryDelaysMs[row.attempts - 1]
  if (!outcome.isPermanent && delayMs !== undefined) {
    const delay_ms = delayMs * (0.8 + Math.random() * 0.4)
    await store.settle(ctx, row, { state: 'queued', delay_ms, error: outcome.response })
    return
  }
  const state = outcome.isPermanent ? 'bounced' : 'failed'
  const isRecorded = await store.settle(ctx, row, { state, delay_ms: 0, error: outcome.response })
  if (isRecorded) await handleRejection(ctx, row, outcome)
}
