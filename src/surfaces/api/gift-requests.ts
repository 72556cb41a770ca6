import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  type FieldError,
  giftRequestFilters,
  type Paginated,
  parseListQuery,
  serializeTransition,
  type Validator,
} from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres'
import { readEmptyBody, readRows, refuseParameters, tryBody, unexpectedParameters } from './body.ts'
import { nextPage } from './pages.ts'
import type { Answer, Serve } from './serve.ts'

/** Rows of a batch that count as one request more. */
const rowsPerRequest = 25

type Named = { Params: { id: string } }

/** The operations on gift requests (decisions §2). */
export function giftRequests(
  app: FastifyInstance,
  serve: Serve,
  lookAhead: gifting.Prefetch,
): void {
  app.post('/gift_requests', (request, reply) =>
    serve.after(
      request,
      reply,
      async () => {
        const reading = tryBody(request, 'gift_requests')
        const members = 'members' in reading ? reading.members : undefined
        return { reading, ahead: await lookAhead(request.caller.account_id, members) }
      },
      async (ctx, { reading, ahead }) => {
        if ('refusal' in reading) throw reading.refusal
        const { members, problems } = reading
        const shape: Validator = (body) => [
          ...problems,
          ...request.version.newGiftRequestValidator(body),
        ]
        const gift = await gifting.create(ctx, members, shape, ahead)
        return { status: 201, body: render(ctx, request, gift) }
      },
    ),
  )

  app.post('/gift_requests/batch', (request, reply) =>
    serve(request, reply, async (ctx) => {
      const { isDryRun, problems } = readDryRun(request)
      const rows = readRows(request, 'gift_requests')
      problems.push(...rows.fieldErrors)
      await request.charge(Math.floor(rows.rows.length / rowsPerRequest))
      const { newGiftRequestValidator: newGiftRequest } = request.version
      const batch = { rows: rows.rows, problems, isDryRun }
      const gifts = await gifting.createBatch(ctx, batch, newGiftRequest)
      return {
        status: isDryRun ? 200 : 201,
        body: page(ctx, request, { data: gifts, has_more: false }),
      }
    }),
  )

  app.get('/gift_requests', (request, reply) =>
    serve(request, reply, async (ctx) => {
      const { page: wanted, filter } = parseListQuery(request.query, giftRequestFilters)
      const { recipient_email, ...rest } = filter
      const found = await gifting.list(
        ctx,
        {
          ...rest,
          ...(recipient_email === undefined
            ? {}
            : { email_key: gifting.toEmailKey(recipient_email) }),
        },
        wanted,
      )
      return { status: 200, body: page(ctx, request, found) }
    }),
  )

  app.get<Named>('/gift_requests/:id', (request, reply) =>
    serve.alone(request, reply, async (db) => {
      refuseParameters(request)
      const gift = await gifting.findWithoutTransaction(
        db,
        request.caller.account_id,
        request.params.id,
      )
      return one(db, request, gift)
    }),
  )

  app.post<Named>('/gift_requests/:id/cancel', (request, reply) =>
    serve(request, reply, async (ctx) => {
      readEmptyBody(request)
      return one(
        ctx,
        request,
        await gifting.cancel(ctx, request.params.id, 'cancelled over the API'),
      )
    }),
  )

  app.get<Named>('/gift_requests/:id/history', (request, reply) =>
    serve(request, reply, async (ctx) => {
      refuseParameters(request)
      const moves = await gifting.history(ctx, request.params.id)
      if (moves === undefined) throw new ApiError('not_found')
      const steps = moves.map(({ made_at, from_state, to_state, cause, told }) =>
        serializeTransition({ at: made_at, from: from_state, to: to_state, cause, events: told }),
      )
      const end = { has_more: false, next: null }
      const body = request.version.renderList('moves', steps, end, request.params.id)
      return { status: 200, body }
    }),
  )
}

const render = (
  { deployment: installation }: Pick<TxContext, 'deployment'>,
  { version }: FastifyRequest,
  gift: gifting.PublicGift,
): string => version.renderGiftRequest(gifting.buildSnapshot(installation, gift))

function page(
  ctx: TxContext,
  request: FastifyRequest,
  { data, has_more }: Paginated<gifting.Gift>,
): string {
  return request.version.renderGiftRequests(
    data.map((gift) => gifting.buildSnapshot(ctx.deployment, gift)),
    { has_more, next: nextPage(ctx, request, has_more ? data.at(-1)?.id : undefined) },
  )
}

/** One gift request, or the answer that there is none: another account's is as unknown as a made-up one. */
export function one(
  place: Pick<TxContext, 'deployment'>,
  request: FastifyRequest,
  gift: gifting.PublicGift | undefined,
): Answer {
  if (gift === undefined) throw new ApiError('not_found')
  return { status: 200, body: render(place, request, gift) }
}

function readDryRun(request: FastifyRequest): { isDryRun: boolean; problems: FieldError[] } {
  const { dry_run = 'false' } = request.query as Record<string, unknown>
  const problems = unexpectedParameters(request, ['dry_run'])
  if (dry_run !== 'true' && dry_run !== 'false')
    problems.push({
      code: 'invalid',
      param: 'dry_run',
      message: 'must be true or false',
      in: 'query',
    })
  return { isDryRun: dry_run === 'true', problems }
}
