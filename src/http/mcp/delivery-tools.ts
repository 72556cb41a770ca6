import { Type } from 'typebox'
import { ApiError } from '#contract'
import { tlsReasons } from '#contract/tls-reasons'
import { httpErrorCodes } from '#platform/http-client/http-error-codes'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { count, nullable, text, timestamp } from './output-schemas.ts'
import { readOnly, type Tool, tool, toolInput } from './tool.ts'

const Diagnosis = Type.Object({
  id: text(),
  url: text('The origin of the URL.'),
  enabled: Type.Boolean(),
  events: Type.Array(text()),
  health: text(),
  pending: count(),
  parked: count(),
  oldest_pending_at: nullable(timestamp()),
  last_delivered_at: nullable(timestamp()),
  last_100_deliveries: Type.Object({ delivered: count(), abandoned: count() }),
  failures: Type.Array(
    Type.Object({
      result: Type.Union([Type.Integer(), text()], { description: 'A status or an error code.' }),
      meaning: text(),
      count: count(),
      last_at: nullable(timestamp()),
    }),
    { description: 'The most frequent first.' },
  ),
  advice: nullable(text()),
})

const diagnose = tool({
  name: 'diagnose_deliveries',
  scope: 'endpoints:read',
  title: 'Are webhooks delivered?',
  description:
    'For each webhook endpoint of the account: the results of its last hundred deliveries, the pending ones, the newest failures, and how to resolve them.',
  hints: readOnly,
  input: toolInput({
    endpoint_id: Type.Optional(Type.String({ description: 'Only this endpoint.' })),
  }),
  output: Type.Object({ endpoints: Type.Array(Diagnosis), advice: nullable(text()) }),
  async run({ ctx }, { endpoint_id }) {
    const all = await webhooks.listEndpoints(ctx)
    const selected = all.filter(({ id }) => endpoint_id === undefined || id === endpoint_id)
    if (endpoint_id !== undefined && selected.length === 0)
      throw new ApiError('not_found', { message: 'This account has no such endpoint.' })
    const endpoints = []
    for (const each of selected) endpoints.push(await diagnoseEndpoint(ctx, each))
    return { output: { endpoints, advice: endpoints.length === 0 ? noEndpointsAdvice : null } }
  },
})

const noEndpointsAdvice =
  'The account has no endpoints, so no webhooks are sent. An admin can add one.'

async function diagnoseEndpoint(ctx: TxContext, { id, url, enabled, events }: webhooks.Endpoint) {
  const health = await webhooks.getEndpointHealth(ctx, id)
  const failing = await listFailures(ctx, id)
  return {
    id,
    url: parseOrigin(url),
    enabled,
    events,
    health: health?.state ?? 'idle',
    pending: health?.pending ?? 0,
    parked: health?.parked ?? 0,
    oldest_pending_at: health?.oldest_pending_at ?? null,
    last_delivered_at: health?.last_delivered_at ?? null,
    last_100_deliveries: {
      delivered: health?.recent_delivered ?? 0,
      abandoned: health?.recent_abandoned ?? 0,
    },
    failures: failing,
    advice: enabled
      ? adviseOn(failing)
      : 'The endpoint is disabled. Events emitted while it is disabled are never sent.',
  }
}

/** Returns the origin of a URL. The path and the query often contain secrets, so the result omits them. */
const parseOrigin = webhooks.endpointCommands.originOf

interface Failure {
  result: number | string
  meaning: string
  count: number
  last_at: Date | null
}

/**
 * Groups the failed attempts of pending and abandoned deliveries by their response. The most frequent
 * response is first.
 */
async function listFailures(ctx: TxContext, endpoint_id: string): Promise<Failure[]> {
  const failures = new Map<number | string, Failure>()
  for (const state of ['pending', 'abandoned'] as const) {
    const page = { endpoint_id, state, limit: 50 }
    for (const { attempts } of await webhooks.listDeliveries(ctx, page)) {
      for (const { status, error, reason, detail, started_at } of attempts) {
        const result = status ?? reason ?? error ?? 'worker_lost'
        const before = failures.get(result)
        const count = (before?.count ?? 0) + 1
        const last_at = laterOf(before?.last_at ?? null, started_at)
        const meaning = describeFailure(status, reason ?? error)
        const detailText = detail === null ? '' : ` (${detail})`
        failures.set(result, { result, meaning: meaning + detailText, count, last_at })
      }
    }
  }
  return [...failures.values()].sort((a, b) => b.count - a.count).slice(0, 5)
}

const laterOf = (a: Date | null, b: Date | null) => (a === null || (b !== null && b > a) ? b : a)

function describeFailure(status: number | null, error: string | null): string {
  if (status !== null) return describeStatus(status)
  const known: Readonly<Record<string, string>> = {
    ...httpErrorCodes,
    ...webhooks.publishErrorCodes,
    ...tlsReasons,
  }
  return known[error ?? ''] ?? 'The process that made the attempt died; the result is unknown.'
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403)
    return 'The receiver rejects the request. Usually its secret is not that of this endpoint, or it verifies a parsed body.'
  if (status === 404 || status === 405) return 'The receiver has no route for POST at this path.'
  if (status === 429) return 'The receiver is overloaded.'
  if (status >= 300 && status < 400) return 'The receiver redirects; redirects are not followed.'
  if (status >= 500) return 'The receiver had an internal error.'
  return 'The receiver returned a status other than 2xx.'
}

function adviseOn([worst]: readonly Failure[]): string | null {
  if (worst === undefined) return null
  if (worst.result === 401 || worst.result === 403)
    return 'Compare the secret, and verify the raw bytes of the body. `bestow webhook verify` reports the cause.'
  if (typeof worst.result === 'number' && worst.result >= 500)
    return 'Check the log of the receiver at the time of the last attempt, then resend the deliveries.'
  return 'Correct the endpoint or its URL, then resend the abandoned deliveries: bestow endpoints recover.'
}

export const deliveryTools: readonly Tool[] = [diagnose]
