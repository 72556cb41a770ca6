import * as accounts from '#accounts'
import { recordEntry, recordGiftChange } from '#audit'
import { ApiError, orNotFound, parseClockAdvance, type StateName, throwIfAny } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as occasions from '#occasions'
import * as oneLinks from '#one-links'
import * as privacy from '#privacy'
import * as sends from '#sends'
import { toGiftView } from './gift-views.ts'
import { parseBody } from './kernel/body.ts'
import { handle } from './kernel/handle.ts'

/**
 * The operations with which integrators simulate the whole lifecycle of a gift request in staging (decisions
 * §2). They do not exist in production.
 */
export const testHelperRoutes = [
  handle('advanceGiftRequest', async ({ ctx, params, body: { to } }) => {
    const gift = orNotFound(await fulfilment.simulateTo(ctx, params.id, to as StateName))
    recordGiftChange(ctx, 'gift_request.simulate', gift, { to })
    return toGiftView(ctx, gift)
  }),

  handle('advanceClock', async ({ ctx, request }) => {
    const body = parseBody(request, 'clocks')
    const { ms, fieldErrors } = parseClockAdvance(body.members)
    throwIfAny([...body.problems, ...fieldErrors])
    const now = await accounts.advanceTestClock(ctx, request.grant, ms)
    if (now === undefined) throw new ApiError('invalid', { fieldErrors: [clockLimitError] })
    await occasions.reviewRules(ctx)
    const moved = await gifting.advanceClock({ ...ctx, now }, ms)
    await fulfilment.advanceHandOvers({ ...ctx, now }, ms)
    await oneLinks.advanceClaims({ ...ctx, now }, ms)
    await sends.advanceApprovals({ ...ctx, now }, ms)
    await occasions.advanceRules({ ...ctx, now }, ms)
    while ((await privacy.purgeEndedGifts({ ...ctx, now })) > 0);
    recordEntry(ctx, {
      action: 'account.advance_clock',
      subject: { kind: 'account', id: ctx.account_id },
      details: { ms },
    })
    return { now, moved }
  }),
]

const clockLimitError = {
  code: 'invalid',
  param: 'by',
  message: 'would put the clock more than ten years ahead of the real one',
} as const
