import { Type } from 'typebox'
import * as audit from '#audit'
import { ApiError, eventTypes, isTimestamp, type Page, parseListQuery, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { auditSubject } from '../endpoints/routes.ts'
import { anyText, oneOf, utcDay } from '../lib/filters.ts'
import { redactAddresses } from '../lib/redact-addresses.ts'
import { JsonResponse, route } from '../lib/route.ts'
import { strict } from '../lib/schemas.ts'

const filters = {
  event_type: oneOf(...eventTypes),
  event_id: anyText,
  endpoint_id: anyText,
  state: oneOf('pending', 'delivered', 'abandoned', 'parked'),
  response_status: oneOf('2xx', '3xx', '4xx', '5xx', 'none'),
  /** accepts a reference or an id */
  gift: anyText,
  kind: oneOf('test', 'real'),
  created_from: utcDay,
  /** includes this day */
  created_until: utcDay,
}

/** The delivery log, resends, retries and recovery. */
export const deliveryRoutes = [
  route(
    'GET',
    '/deliveries',
    { requiredRole: 'admin', summary: 'list deliveries' },
    async ({ realTimeCtx, query }) => {
      const { page } = parseListQuery(query, filters)
      const { data, has_more } = await listDeliveries(realTimeCtx, query, page)
      return { data: await withReferences(realTimeCtx, data), has_more }
    },
  ),

  route(
    'GET',
    '/deliveries/:id',
    { requiredRole: 'admin', summary: 'show a delivery and its request' },
    async ({ realTimeCtx, params: { id = '' } }) => {
      const delivery = await webhooks.findDelivery(realTimeCtx, id)
      if (delivery === undefined) throw new ApiError('not_found')
      const [listed] = await withReferences(realTimeCtx, [delivery])
      const last = delivery.attempts.findLast(({ started_at }) => started_at !== null)
      const request = await webhooks.reconstructRequest(
        realTimeCtx,
        delivery,
        last?.started_at ?? realTimeCtx.now,
      )
      const body = redactAddresses(request?.body ?? '')
      return {
        ...listed,
        request: request ? { ...request, body, is_address_hidden: body !== request.body } : null,
        was_sent: last !== undefined,
      }
    },
  ),

  route(
    'POST',
    '/deliveries/resend',
    {
      requiredRole: 'admin',
      tier: 'enterprise',
      summary: 'resend deliveries',
      body: Type.Object({ ids: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) }, strict),
    },
    async ({ realTimeCtx, actor, body: { ids } }) => {
      const resent: string[] = []
      const rejected: { id: string; message: string }[] = []
      for (const id of ids) {
        const result = await tryResend(realTimeCtx, id)
        if ('resent' in result) resent.push(result.resent)
        else rejected.push({ id, message: result.message })
      }
      if (resent.length > 0)
        audit.recordEntry(realTimeCtx, {
          actor,
          action: 'delivery.resend',
          subject: { kind: 'delivery', id: ids[0] ?? '' },
          details: { deliveries: resent.length },
        })
      return new JsonResponse(201, { data: resent, rejected })
    },
  ),

  route(
    'POST',
    '/endpoints/:id/retry-waiting',
    {
      requiredRole: 'admin',
      tier: 'enterprise',
      summary: 'retry waiting deliveries now, at a limited rate per second',
      body: Type.Object({ after: Type.Integer({ minimum: 0, maximum: 10_000_000 }) }, strict),
    },
    async ({ realTimeCtx, actor, params: { id = '' }, body: { after } }) => {
      const endpoint = await webhooks.findEndpoint(realTimeCtx, id)
      if (endpoint === undefined) throw new ApiError('not_found')
      const progress = await webhooks.retryWaiting(realTimeCtx, id, after)
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'delivery.retry_waiting',
        subject: { kind: 'endpoint', id, name: new URL(endpoint.url).origin },
        details: { deliveries: progress.rescheduled },
      })
      return { ...progress, seconds: Math.ceil(progress.after / webhooks.retriesPerSecond) }
    },
  ),

  route(
    'GET',
    '/endpoints/:id/recoverable',
    { requiredRole: 'admin', summary: 'count the deliveries that "recover since" would resend' },
    async ({ realTimeCtx, params: { id = '' }, query }) => {
      const since = parseSince(query)
      return { count: await webhooks.countRecoverable(realTimeCtx, id, since) }
    },
  ),

  route(
    'POST',
    '/endpoints/:id/recover',
    {
      requiredRole: 'admin',
      tier: 'enterprise',
      summary: 'resend the deliveries abandoned since a timestamp',
      body: Type.Object({ since: Type.String() }, strict),
    },
    async ({ realTimeCtx, actor, params: { id = '' }, body }) => {
      const endpoint = await webhooks.findEndpoint(realTimeCtx, id)
      if (endpoint === undefined) throw new ApiError('not_found')
      const resent = await webhooks.recoverSince(realTimeCtx, id, parseSince(body))
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'delivery.recover',
        subject: auditSubject(endpoint),
        details: { since: body.since, deliveries: resent },
      })
      const remaining = await webhooks.countRecoverable(realTimeCtx, id, parseSince(body))
      return new JsonResponse(201, { resent, remaining })
    },
  ),
]

/** Returns a page of the deliveries that match the filters of the list. */
export async function listDeliveries(
  ctx: TxContext,
  query: unknown,
  page: Page,
): ReturnType<typeof webhooks.listDeliveryLog> {
  const { gift, kind, created_from, created_until, ...rest } = parseListQuery(query, filters).filter
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

function parseSince(input: unknown): Date {
  const { since } = input as { since?: unknown }
  if (typeof since === 'string' && isTimestamp(since)) return new Date(since)
  const message = 'must be a timestamp such as 2026-05-01T10:30:00.000Z'
  throwIfAny([{ code: 'invalid_format', param: 'since', message }])
  throw new Error('throwIfAny did not throw')
}

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
    return resent === undefined ? { message: goneMessage } : { resent }
  } catch (error) {
    if (error instanceof ApiError) return { message: error.message }
    throw error
  }
}

const goneMessage = 'The endpoint was deleted, or the body was deleted after its retention period.'
