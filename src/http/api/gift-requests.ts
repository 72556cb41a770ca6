import type { FastifyRequest } from 'fastify'
import { recordGiftChange } from '#audit'
import {
  ApiError,
  type FieldError,
  orNotFound,
  serializeTransition,
  throwIfAny,
  toEmailKey,
} from '#contract'
import * as gifting from '#gifting'
import * as sends from '#sends'
import { browseForUser } from './gift-query.ts'
import { toGiftView, toVisibleViews } from './gift-views.ts'
import { toSendingUser } from './kernel/acting-user.ts'
import { parseBodySafe, parseDryRun, parseRows } from './kernel/body.ts'
import { handle, handlePrepared, handleText, handleWithoutTx } from './kernel/handle.ts'
import { renderGiftPage } from './kernel/render.ts'

/** The size of a group of rows in a batch. Each full group counts as one additional request. */
const rowsPerRequest = 25

/** The operations on gift requests (decisions §2). */
export const giftRequestRoutes = [
  handlePrepared(
    'createGiftRequest',
    async ({ request, deps }) => {
      const parsed = parseBodySafe(request, 'gift_requests')
      const members = 'members' in parsed ? parsed.members : undefined
      const { account_id } = request.grant
      const { newGift } = request.version
      return { parsed, prefetched: await deps.prefetchGift(account_id, members, newGift) }
    },
    async ({ ctx, request }, { parsed, prefetched }) => {
      if ('apiError' in parsed) throw parsed.apiError
      const { members, problems } = parsed
      const { normalize, validate } = request.version.newGift
      const format = {
        normalize,
        validate: (body: unknown) => [...problems, ...validate(body)],
      }
      return toGiftView(ctx, await gifting.create(ctx, members, format, prefetched))
    },
  ),

  handleText('createGiftRequests', async ({ ctx, request }) => {
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
    const page = { data: toVisibleViews(ctx, request, gifts), has_more: false }
    return {
      status: isDryRun ? 200 : 201,
      body: await renderGiftPage(ctx.deployment, request, page),
    }
  }),

  handle('listGiftRequests', async ({ ctx, request, query: { page, filter } }) => {
    const { user } = request.grant
    const { order } = request.query as { order?: unknown }
    if (filter.updated_after !== undefined && order === 'desc') throwIfAny([changesAreAscending])
    if (user !== undefined) return browseForUser(ctx, user, filter, page)
    const { recipient_email, ...rest } = filter
    const { data, has_more } = await gifting.list(
      ctx,
      {
        ...rest,
        ...(recipient_email === undefined ? {} : { email_key: toEmailKey(recipient_email) }),
      },
      page,
    )
    return { data: toVisibleViews(ctx, request, data), has_more }
  }),

  handleWithoutTx('getGiftRequest', async ({ request, params, deps }) => {
    const gift = await deps.readGift(request.grant.account_id, params.id)
    return gift && toGiftView(deps.db, gift)
  }),

  handle('cancelGiftRequest', async ({ ctx, request, params }) => {
    const { user } = request.grant
    if (user !== undefined) {
      const cancelled = await sends.userActions.cancel(ctx, toSendingUser(user), params.id)
      return toGiftView(ctx, orNotFound(cancelled))
    }
    const gift = orNotFound(await gifting.cancel(ctx, params.id, 'cancelled over the API'))
    recordGiftChange(ctx, 'gift_request.cancel', gift)
    return toGiftView(ctx, gift)
  }),

  handleText('getGiftRequestHistory', async ({ ctx, request, params }) => {
    const transitions = orNotFound(await gifting.history(ctx, params.id))
    const steps = transitions.map(({ created_at, from_state, to_state, cause, events }) =>
      serializeTransition({ at: created_at, from: from_state, to: to_state, cause, events }),
    )
    const paging = { has_more: false, next: null }
    return { status: 200, body: request.version.renderList('moves', steps, paging, params.id) }
  }),
]

/** Renders the result of each row. The order of the results is the order of the rows. */
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

/** An error for a wrong order. A list of changes has only one order. */
const changesAreAscending = {
  code: 'invalid',
  param: 'order',
  message: 'must be asc together with updated_after',
  in: 'query',
} as const
