import { Type } from 'typebox'
import * as access from '#access'
import { ApiError, eventTypes, isTimestamp, type Page, parseListQuery, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { subjectOf } from './endpoints.ts'
import { hideAddresses } from './hidden-addresses.ts'
import { Answer, operation } from './operation.ts'
import { anyText, day, oneOf } from './rules.ts'
import { noExtra } from './shapes.ts'

const filters = {
  event_type: oneOf(...eventTypes),
  event_id: anyText,
  endpoint_id: anyText,
  state: oneOf('pending', 'delivered', 'abandoned', 'parked'),
  answer: oneOf('2xx', '3xx', '4xx', '5xx', 'none'),
  /** A reference or an id. */
  gift: anyText,
  kind: oneOf('test', 'real'),
  created_from: day,
  /** That day included. */
  created_until: day,
}

/** What was sent, what became of it, and sending it again. */
export const deliveryOperations = [
  operation(
    'GET',
    '/deliveries',
    { needs: 'admin', does: 'list deliveries' },
    async ({ real, query }) => {
      const { page } = parseListQuery(query, filters)
      const { data, has_more } = await listDeliveries(real, query, page)
      return { data: await withReferences(real, data), has_more }
    },
  ),

  operation(
    'GET',
    '/deliveries/:id',
    { needs: 'admin', does: 'show a delivery, and what was sent' },
    async ({ real, params: { id = '' } }) => {
      const delivery = await webhooks.findDelivery(real, id)
      if (delivery === undefined) throw new ApiError('not_found')
      const [shown] = await withReferences(real, [delivery])
      const last = delivery.attempts.findLast(({ started_at }) => started_at !== null)
      const request = await webhooks.reconstructRequest(
        real,
        delivery,
        last?.started_at ?? real.now,
      )
      const body = hideAddresses(request?.body ?? '')
      return {
        ...shown,
        request: request ? { ...request, body, is_address_hidden: body !== request.body } : null,
        was_sent: last !== undefined,
      }
    },
  ),

  operation(
    'POST',
    '/deliveries/resend',
    {
      needs: 'admin',
      tier: 'enterprise',
      does: 'send deliveries again',
      body: Type.Object(
        { ids: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) },
        noExtra,
      ),
    },
    async ({ real, actor, body: { ids } }) => {
      const begun: string[] = []
      const refused: { id: string; message: string }[] = []
      for (const id of ids) {
        const made = await again(real, id)
        if ('begun' in made) begun.push(made.begun)
        else refused.push({ id, message: made.message })
      }
      if (begun.length > 0)
        access.recordEntry(real, {
          actor,
          action: 'delivery.resend',
          subject: { kind: 'delivery', id: ids[0] ?? '' },
          details: { deliveries: begun.length },
        })
      return new Answer(201, { data: begun, refused })
    },
  ),

  operation(
    'POST',
    '/endpoints/:id/retry-waiting',
    {
      needs: 'admin',
      tier: 'enterprise',
      does: 'retry what waits for its next attempt now, a bounded number in a second',
      body: Type.Object({ after: Type.Integer({ minimum: 0, maximum: 10_000_000 }) }, noExtra),
    },
    async ({ real, actor, params: { id = '' }, body: { after } }) => {
      const endpoint = await webhooks.findEndpoint(real, id)
      if (endpoint === undefined) throw new ApiError('not_found')
      const step = await webhooks.retryWaiting(real, id, after)
      access.recordEntry(real, {
        actor,
        action: 'delivery.retry_waiting',
        subject: { kind: 'endpoint', id, name: new URL(endpoint.url).origin },
        details: { deliveries: step.moved },
      })
      return { ...step, seconds: Math.ceil(step.after / webhooks.retriesPerSecond) }
    },
  ),

  operation(
    'GET',
    '/endpoints/:id/recoverable',
    { needs: 'admin', does: 'count what "recover since" would send again' },
    async ({ real, params: { id = '' }, query }) => {
      const since = momentIn(query)
      return { count: await webhooks.countRecoverable(real, id, since) }
    },
  ),

  operation(
    'POST',
    '/endpoints/:id/recover',
    {
      needs: 'admin',
      tier: 'enterprise',
      does: 'send again what was given up since a moment',
      body: Type.Object({ since: Type.String() }, noExtra),
    },
    async ({ real, actor, params: { id = '' }, body }) => {
      const endpoint = await webhooks.findEndpoint(real, id)
      if (endpoint === undefined) throw new ApiError('not_found')
      const begun = await webhooks.recoverSince(real, id, momentIn(body))
      access.recordEntry(real, {
        actor,
        action: 'delivery.recover',
        subject: subjectOf(endpoint),
        details: { since: body.since, deliveries: begun },
      })
      const left = await webhooks.countRecoverable(real, id, momentIn(body))
      return new Answer(201, { begun, left })
    },
  ),
]

/** A page of the deliveries that match the filters of the list. */
export async function listDeliveries(
  ctx: TxContext,
  query: unknown,
  page: Page,
): ReturnType<typeof webhooks.listDeliveryLog> {
  const { gift, kind, created_from, created_until, ...rest } = parseListQuery(query, filters).filter
  const subject_id = gift === undefined ? undefined : await giftBy(ctx, gift)
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

function momentIn(given: unknown): Date {
  const { since } = given as { since?: unknown }
  if (typeof since === 'string' && isTimestamp(since)) return new Date(since)
  const message = 'must be a moment such as 2026-05-01T10:30:00.000Z'
  throwIfAny([{ code: 'invalid_format', param: 'since', message }])
  throw new Error('a problem refuses')
}

async function giftBy(ctx: TxContext, text: string): Promise<string | undefined> {
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

/** One that cannot be sent again does not stop the others. */
async function again(ctx: TxContext, id: string): Promise<{ begun: string } | { message: string }> {
  try {
    const begun = await webhooks.resend(ctx, id)
    return begun === undefined ? { message: gone } : { begun }
  } catch (error) {
    if (error instanceof ApiError) return { message: error.message }
    throw error
  }
}

const gone = 'Its endpoint was deleted, or its body was deleted after its retention time.'
