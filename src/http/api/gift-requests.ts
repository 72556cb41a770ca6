import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  type FieldError,
  type GiftRequestView,
  giftRequestFilters,
  giftRequestFiltersOfNewest,
  hasScope,
  type Paginated,
  parseListQuery,
  serializeTransition,
  throwIfAny,
  toEmailKey,
} from '#contract'
import * as gifting from '#gifting'
import type { Database, TxContext } from '#platform/postgres/database'
import { recordGiftChange } from './audit.ts'
import { parseBodySafe, parseDryRun, parseEmptyBody, parseRows, rejectParameters } from './body.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { nextPageUrl } from './pagination.ts'

/** Each full group of this many rows in a batch counts as one additional request. */
const rowsPerRequest = 25

type IdParams = { Params: { id: string } }

/** The operations on gift requests (decisions §2). */
export function giftRequestRoutes(app: FastifyInstance, handle: Handle, db: Database): void {
  createRoute(app, handle, gifting.createPrefetcher(db))
  batchRoute(app, handle)
  readRoutes(app, handle, gifting.createGiftReader(db))
  cancelRoute(app, handle)
  historyRoute(app, handle)
}

function createRoute(app: FastifyInstance, handle: Handle, prefetch: gifting.Prefetch): void {
  app.post('/gift_requests', (request, reply) =>
    handle.withPrefetch(
      request,
      reply,
      async () => {
        const parsed = parseBodySafe(request, 'gift_requests')
        const members = 'members' in parsed ? parsed.members : undefined
        const { account_id } = request.caller
        return { parsed, prefetched: await prefetch(account_id, members, request.version.newGift) }
      },
      async (ctx, { parsed, prefetched }) => {
        if ('apiError' in parsed) throw parsed.apiError
        const { members, problems } = parsed
        const { normalize, validate } = request.version.newGift
        const format = {
          normalize,
          validate: (body: unknown) => [...problems, ...validate(body)],
        }
        const gift = await gifting.create(ctx, members, format, prefetched)
        return { status: 201, body: renderGift(ctx, request, gift) }
      },
    ),
  )
}

function batchRoute(app: FastifyInstance, handle: Handle): void {
  app.post('/gift_requests/batch', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { isDryRun, problems } = parseDryRun(request)
      const { rows, fieldErrors, isIndependent } = parseRows(request, 'gift_requests')
      problems.push(...fieldErrors)
      await request.charge(Math.floor(rows.length / rowsPerRequest))
      const format = request.version.newGiftRow
      if (isIndependent === true) {
        throwIfAny(problems)
        const results = await gifting.createEach(ctx, rows, format, isDryRun)
        return { status: 207, body: renderResults(request, rows, results) }
      }
      const gifts = await gifting.createBatch(ctx, { rows, problems, isDryRun }, format)
      return {
        status: isDryRun ? 200 : 201,
        body: renderGiftPage(ctx, request, { data: gifts, has_more: false }),
      }
    }),
  )
}

/** Renders the result of each row, in the order of the rows. */
function renderResults(
  { version }: FastifyRequest,
  rows: readonly unknown[],
  results: readonly gifting.BatchRowResult[],
): string {
  const views = results.map((result, index) => {
    const { idempotency_key } = (rows[index] ?? {}) as { idempotency_key?: unknown }
    const gift = 'gift' in result ? result.gift : undefined
    return JSON.stringify({
      index,
      idempotency_key: typeof idempotency_key === 'string' ? idempotency_key : null,
      status: result.status,
      gift_request: gift === undefined ? null : { id: gift.id, reference: gift.reference },
      errors: 'errors' in result ? toWireErrors(result.errors) : [],
    })
  })
  return version.renderList('gift_request_results', views, { has_more: false, next: null })
}

const toWireErrors = (fieldErrors: readonly FieldError[]) => {
  const [first] = fieldErrors
  return first === undefined ? [] : new ApiError(first.code, { fieldErrors }).errors()
}

function readRoutes(app: FastifyInstance, handle: Handle, readGift: gifting.ReadGift): void {
  app.get('/gift_requests', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page: pageQuery, filter } = parseGiftQuery(request)
      const { recipient_email, ...rest } = filter
      const results = await gifting.list(
        ctx,
        {
          ...rest,
          ...(recipient_email === undefined ? {} : { email_key: toEmailKey(recipient_email) }),
        },
        pageQuery,
      )
      return { status: 200, body: renderGiftPage(ctx, request, results) }
    }),
  )

  app.get<IdParams>('/gift_requests/:id', (request, reply) =>
    handle.withoutTransaction(request, reply, async (db) => {
      rejectParameters(request)
      const gift = await readGift(request.caller.account_id, request.params.id)
      return toGiftResponse(db, request, gift)
    }),
  )
}

/** The older version has the filters of its time. A list of changes has one order. */
function parseGiftQuery(request: FastifyRequest) {
  const { query, apiVersion } = request
  const isOlder = apiVersion === '2025-10'
  const parsed: ReturnType<typeof parseListQuery<typeof giftRequestFiltersOfNewest>> =
    parseListQuery(query, isOlder ? giftRequestFilters : giftRequestFiltersOfNewest)
  const { order } = query as { order?: unknown }
  if (parsed.filter.updated_after !== undefined && order === 'desc')
    throwIfAny([changesAreAscending])
  return parsed
}

const changesAreAscending = {
  code: 'invalid',
  param: 'order',
  message: 'must be asc together with updated_after',
  in: 'query',
} as const

function cancelRoute(app: FastifyInstance, handle: Handle): void {
  app.post<IdParams>('/gift_requests/:id/cancel', (request, reply) =>
    handle(request, reply, async (ctx) => {
      parseEmptyBody(request)
      const gift = await gifting.cancel(ctx, request.params.id, 'cancelled over the API')
      if (gift !== undefined) recordGiftChange(ctx, 'cancel', gift)
      return toGiftResponse(ctx, request, gift)
    }),
  )
}

function historyRoute(app: FastifyInstance, handle: Handle): void {
  app.get<IdParams>('/gift_requests/:id/history', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const transitions = await gifting.history(ctx, request.params.id)
      if (transitions === undefined) throw new ApiError('not_found')
      const steps = transitions.map(({ created_at, from_state, to_state, cause, events }) =>
        serializeTransition({ at: created_at, from: from_state, to: to_state, cause, events }),
      )
      const paging = { has_more: false, next: null }
      const body = request.version.renderList('moves', steps, paging, request.params.id)
      return { status: 200, body }
    }),
  )
}

export const renderGift = (
  { deployment }: Pick<TxContext, 'deployment'>,
  { version }: FastifyRequest,
  gift: gifting.PublicGift,
): string => version.renderGiftRequest(gifting.buildSnapshot(deployment, gift))

export function renderGiftPage(
  ctx: TxContext,
  request: FastifyRequest,
  { data, has_more }: Paginated<gifting.Gift>,
): string {
  return request.version.renderGiftRequests(buildVisibleSnapshots(ctx, request, data), {
    has_more,
    next: nextPageUrl(ctx, request, has_more ? data.at(-1)?.id : undefined),
  })
}

/**
 * Returns gift requests for a list that another scope than `gift_requests:read` may read too. Without that scope, a token
 * cannot take a gift with its link, and does not learn where a recipient lives.
 */
export function buildVisibleSnapshots(
  { deployment }: Pick<TxContext, 'deployment'>,
  { caller }: FastifyRequest,
  gifts: readonly gifting.Gift[],
): GiftRequestView[] {
  const views = gifts.map((gift) => gifting.buildSnapshot(deployment, gift))
  return hasScope(caller.scopes, 'gift_requests:read')
    ? views
    : views.map((view) => ({ ...view, redemption_url: null, shipping_address: null }))
}

/**
 * Returns the response for a gift request. A gift request of another account gets the same 404 as one that does not
 * exist.
 */
export function toGiftResponse(
  ctx: Pick<TxContext, 'deployment'>,
  request: FastifyRequest,
  gift: gifting.PublicGift | undefined,
): ApiResponse {
  if (gift === undefined) throw new ApiError('not_found')
  return { status: 200, body: renderGift(ctx, request, gift) }
}
