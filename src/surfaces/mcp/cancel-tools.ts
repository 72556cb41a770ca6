import { Type } from 'typebox'
import * as access from '#access'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { brief, findGift, whichGift } from './gifts.ts'
import { callsOff, reads, type Tool, tool } from './tool.ts'

const closed = { additionalProperties: false } as const
const action = 'cancel a gift'

/** What is shown and agreed to: a gift that has moved on since is another matter. */
const contentOf = ({ id, state }: gifting.Gift) => ({ gift_request_id: id, state })

const canBeCancelled = ({ state }: gifting.Gift) =>
  gifting.transitions.some(([from, to]) => from === state && to === 'cancelled')

const preview = tool({
  name: 'preview_cancel',
  title: 'Show what would be cancelled',
  description:
    'Says whether a gift can still be cancelled and what that would mean, and changes nothing. Ask the person; if they agree, call confirm_cancel with the confirmation code, within five minutes.',
  hints: reads,
  input: Type.Object({ gift: whichGift }, closed),
  async run({ ctx, caller, now }, { gift: which }) {
    const gift = await findGift(ctx, which)
    const allowance = await access.findDailyQuota(ctx, caller.token_id, now)
    const what = { token_id: caller.token_id, action, content: contentOf(gift) }
    const isPossible = canBeCancelled(gift)
    const answer = {
      ...brief(gift),
      can_be_cancelled: isPossible,
      consequence: isPossible
        ? 'The link stops working, an order that was placed is called off, and subscribers are told gift_request_cancelled. It cannot be undone.'
        : 'It is past the point where it can be cancelled.',
      may_cancel: allowance !== undefined,
      ...(isPossible && allowance !== undefined
        ? access.createConfirmation(ctx, what, now)
        : { confirmation_code: null }),
      ...(allowance === undefined ? { why_not: access.agentForbiddenMessage } : {}),
    }
    return { answer, gift_request_ids: [gift.id] }
  },
})

const confirm = tool({
  name: 'confirm_cancel',
  title: 'Cancel the gift that was previewed',
  description:
    'Cancels one gift, for good. Only after the person has agreed to what preview_cancel showed. The code works once, and only while the gift is in the state that was shown.',
  hints: callsOff,
  input: Type.Object({ gift: whichGift, confirmation_code: Type.String() }, closed),
  async run({ ctx, caller, now }, { gift: which, confirmation_code: code }) {
    const before = await findGift(ctx, which)
    const what = { token_id: caller.token_id, action, content: contentOf(before) }
    const [gift] = await access.confirm(ctx, { ...what, code, sends: 0, now }, async () => {
      const cancelled = await gifting.cancel(ctx, before.id, 'cancelled by an agent over MCP')
      if (cancelled === undefined) throw new ApiError('not_found')
      return [cancelled]
    })
    if (gift === undefined) throw new Error('nothing was cancelled')
    const after = await findGift(ctx, gift.id)
    return { answer: { cancelled: brief(after) }, gift_request_ids: [after.id] }
  },
})

export const cancelTools: readonly Tool[] = [preview, confirm]
