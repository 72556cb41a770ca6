import type { FastifyInstance } from 'fastify'
import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import { ApiError, advanceBody, parseClockAdvance, type StateName, throwIfAny } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as privacy from '#privacy'
import { recordGiftChange } from './audit.ts'
import { parseBody, parseOperationBody } from './body.ts'
import { toGiftResponse } from './gift-requests.ts'
import type { Handle } from './handler.ts'

/**
 * Routes with which integrators simulate the whole lifecycle of a gift request in staging (decisions §2). Absent in
 * production.
 */
export function testHelperRoutes(app: FastifyInstance, handle: Handle): void {
  app.post<{ Params: { id: string } }>(
    '/test_helpers/gift_requests/:id/advance',
    (request, reply) =>
      handle(request, reply, async (ctx) => {
        const { to } = parseOperationBody(request, advanceBody).members
        const gift = await fulfilment.simulateTo(ctx, request.params.id, to as StateName)
        if (gift !== undefined) recordGiftChange(ctx, 'simulate', gift, { to })
        return toGiftResponse(ctx, request, gift)
      }),
  )

  app.post('/test_helpers/clock/advance', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const body = parseBody(request, 'clocks')
      const { ms, fieldErrors } = parseClockAdvance(body.members)
      throwIfAny([...body.problems, ...fieldErrors])
      const now = await accounts.advanceTestClock(ctx, request.caller, ms)
      if (now === undefined) throw new ApiError('invalid', { fieldErrors: [clockLimitError] })
      const moved = await gifting.advanceClock({ ...ctx, now }, ms)
      await gifting.advanceClaims({ ...ctx, now }, ms)
      await gifting.advanceApprovals({ ...ctx, now }, ms)
      while ((await privacy.purgeEndedGifts({ ...ctx, now })) > 0);
      recordEntry(ctx, {
        action: 'account.advance_clock',
        subject: { kind: 'account', id: ctx.account_id },
        details: { ms },
      })
      const flat = JSON.stringify({ now, moved })
      return { status: 200, body: request.version.renderResource('clocks', flat, ctx.account_id) }
    }),
  )
}

const clockLimitError = {
  code: 'invalid',
  param: 'by',
  message: 'would put the clock more than ten years ahead of the real one',
} as const
