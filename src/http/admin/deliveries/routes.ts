import * as audit from '#audit'
import { ApiError, type Page } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { handle } from '../lib/handle.ts'
import type { ParsedQuery } from '../lib/operation.ts'
import { redactAddresses } from '../lib/redact-addresses.ts'
import * as contract from './contract.ts'

/** The delivery log, resends, retries and recovery. */
export const deliveryRoutes = [
  handle(contract.listDeliveries, async ({ ctx, query }) => {
    const { data, has_more } = await listDeliveries(ctx, query.filter, query.page)
    return { data: await withReferences(ctx, data), has_more }
  }),

  handle(contract.readDelivery, async ({ ctx, params: { id } }) => {
    const delivery = await webhooks.findDelivery(ctx, id)
    if (delivery === undefined) throw new ApiError('not_found')
    const [listed] = await withReferences(ctx, [delivery])
    const last = delivery.attempts.findLast(({ started_at }) => started_at !== null)
    const request = await webhooks.reconstructRequest(ctx, delivery, last?.started_at ?? ctx.now)
    const body = redactAddresses(request?.body ?? '')
    return {
      ...delivery,
      reference: listed?.reference ?? null,
      request: request ? { ...request, body, is_address_hidden: body !== request.body } : null,
      was_sent: last !== undefined,
    }
  }),

  handle(contract.resendDeliveries, async ({ ctx, body: { ids } }) => {
    const resent: string[] = []
    const rejected: { id: string; message: string }[] = []
    for (const id of ids) {
      const result = await tryResend(ctx, id)
      if ('resent' in result) resent.push(result.resent)
      else rejected.push({ id, message: result.message })
    }
    if (resent.length > 0)
      audit.recordEntry(ctx, {
        action: 'delivery.resend',
        subject: { kind: 'delivery', id: ids[0] ?? '' },
        details: { deliveries: resent.length },
      })
    return { data: resent, rejected }
  }),

  handle(contract.retryWaitingDeliveries, async ({ ctx, params: { id }, body: { after } }) => {
    const endpoint = await webhooks.findEndpoint(ctx, id)
    if (endpoint === undefined) throw new ApiError('not_found')
    const progress = await webhooks.retryWaiting(ctx, id, after)
    audit.recordEntry(ctx, {
      action: 'delivery.retry_waiting',
      subject: { kind: 'endpoint', id, name: new URL(endpoint.url).origin },
      details: { deliveries: progress.rescheduled },
    })
    return { ...progress, seconds: Math.ceil(progress.after / webhooks.retriesPerSecond) }
  }),

  handle(contract.countRecoverable, async ({ ctx, params: { id }, query: since }) => ({
    count: await webhooks.countRecoverable(ctx, id, since),
  })),

  handle(contract.recoverDeliveries, ({ ctx, params: { id }, body }) =>
    webhooks.endpointCommands.recover(ctx, id, contract.parseSince(body)),
  ),
]

/** Returns a page of the deliveries that match the filters of the list. */
export async function listDeliveries(
  ctx: TxContext,
  filter: ParsedQuery<typeof contract.listDeliveries>['filter'],
  page: Page,
): ReturnType<typeof webhooks.listDeliveryLog> {
  const { gift, kind, created_from, created_until, ...rest } = filter
  const subject_id = gift === undefined ? undefined : await findGiftId(ctx, gift)
  if (gift !== undefined && subject_id === undefined) return { data: [], has_more: false }
  return webhooks.listDeliveryLog(
    ctx,
    {
      ...rest,
      ...(subject_id === undefined ? {} : { subject_id }),
      ...(kind === undefined ? {} : { is_test: kind === 'test' }),
      ...(created_from === undefined ? {} : { created_from }),
      ...(created_until === undefined
        ? {}
        : { created_until: new Date(created_until.getTime() + dayMs) }),
    },
    page,
  )
}

const dayMs = 24 * 60 * 60 * 1000

async function findGiftId(ctx: TxContext, text: string): Promise<string | undefined> {
  if (isId(text)) return text
  const filter = { reference: text.trim().toUpperCase() }
  const { data } = await gifting.list(ctx, filter, { limit: 1, order: 'desc' })
  return data[0]?.id
}

async function withReferences<Row extends { subject_id: string | null }>(
  ctx: TxContext,
  rows: readonly Row[],
): Promise<(Row & { reference: string | null })[]> {
  const ids = rows.flatMap(({ subject_id }) => subject_id ?? [])
  const references = await gifting.referencesById(ctx, ids)
  return rows.map((row) => ({ ...row, reference: references.get(row.subject_id ?? '') ?? null }))
}

/** Returns the message of an `ApiError`, so that one failed resend does not stop the others. */
async function tryResend(
  ctx: TxContext,
  id: string,
): Promise<{ resent: string } | { message: string }> {
  try {
    const resent = await webhooks.resend(ctx, id)
    return resent === undefined ? { message: webhooks.endpointCommands.goneMessage } : { resent }
  } catch (error) {
    if (error instanceof ApiError) return { message: error.message }
    throw error
  }
}
