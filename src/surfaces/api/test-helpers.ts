import type { FastifyInstance } from 'fastify'
import * as access from '#access'
import { ApiError, advanceRequestValidator, parseClockAdvance, throwIfAny } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as privacy from '#privacy'
import { readBody } from './body.ts'
import { one } from './gift-requests.ts'
import type { Serve } from './serve.ts'

/** What integrators use to play a gift request's whole life in staging (decisions §2). Not there in production. */
export function testHelpers(app: FastifyInstance, serve: Serve): void {
  app.post<{ Params: { id: string } }>(
    '/test_helpers/gift_requests/:id/advance',
    (request, reply) =>
      serve(request, reply, async (ctx) => {
        const { members, problems } = readBody(request, 'advances')
        throwIfAny([...problems, ...advanceRequestValidator(members)])
        const { to } = members as { to: gifting.State }
        return one(ctx, request, await fulfilment.simulateTo(ctx, request.params.id, to))
      }),
  )

  app.post('/test_helpers/clock/advance', (request, reply) =>
    serve(request, reply, async (ctx) => {
      const body = readBody(request, 'clocks')
      const { ms, fieldErrors: problems } = parseClockAdvance(body.members)
      throwIfAny([...body.problems, ...problems])
      const now = await access.advanceTestClock(ctx, request.caller, ms)
      if (now === undefined) throw new ApiError('invalid', { fieldErrors: [tooFar] })
      const moved = await gifting.advanceClock({ ...ctx, now }, ms)
      while ((await privacy.purgeEndedGifts({ ...ctx, now })) > 0);
      const flat = JSON.stringify({ now, moved })
      return { status: 200, body: request.version.renderResource('clocks', flat, ctx.account_id) }
    }),
  )
}

const tooFar = {
  code: 'invalid',
  param: 'by',
  message: 'would put the clock more than ten years ahead of the real one',
} as const
