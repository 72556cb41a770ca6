import { Type } from 'typebox'
import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { findGift, giftRef, summarize } from './gift-lookup.ts'
import { destructive, readOnly, type Tool, tool } from './tool.ts'

const strict = { additionalProperties: false } as const
const action = 'cancel a gift'

/** What is shown and agreed to: a gift that has moved on since is another matter. */
const confirmedContent = ({ id, state }: gifting.Gift) => ({ gift_request_id: id, state })

const canBeCancelled = ({ state }: gifting.Gift) =>
  gifting.transitions.some(([from, to]) => from === state && to === 'cancelled')

const preview = tool({
  name: 'preview_cancel',
  title: 'Show what would be cancelled',
  description:
    'Says whether a gift can still be cancelled and what that would mean, and changes nothing. Ask the person; if they agree, call confirm_cancel with the confirmation code, within five minutes.',
  hints: readOnly,
  input: Type.Object({ gift: giftRef }, strict),
  async run({ ctx, caller, now }, { gift: ref }) {
    const gift = await findGift(ctx, ref)
    const quota = await apiKeys.findDailyQuota(ctx, caller.token_id, now)
    const confirmation = { token_id: caller.token_id, action, content: confirmedContent(gift) }
    const isPossible = canBeCancelled(gift)
    const output = {
      ...summarize(gift),
      can_be_cancelled: isPossible,
      consequence: isPossible
        ? 'The link stops working, an order that was placed is called off, and subscribers are told gift_request_cancelled. It cannot be undone.'
        : 'It is past the point where it can be cancelled.',
      may_cancel: quota !== undefined,
      ...(isPossible && quota !== undefined
        ? apiKeys.createConfirmation(ctx, confirmation, now)
        : { confirmation_code: null }),
      ...(quota === undefined ? { why_not: apiKeys.agentForbiddenMessage } : {}),
    }
    return { output, gift_request_ids: [gift.id] }
  },
})

const confirm = tool({
  name: 'confirm_cancel',
  title: 'Cancel the gift that was previewed',
  description:
    'Cancels one gift, for good. Only after the person has agreed to what preview_cancel showed. The code works once, and only while the gift is in the state that was shown.',
  hints: destructive,
  input: Type.Object({ gift: giftRef, confirmation_code: Type.String() }, strict),
  async run({ ctx, caller, now }, { gift: ref, confirmation_code: code }) {
    const before = await findGift(ctx, ref)
    const confirmation = { token_id: caller.token_id, action, content: confirmedContent(before) }
    const [gift] = await apiKeys.confirm(
      ctx,
      { ...confirmation, code, sends: 0, now },
      async () => {
        const cancelled = await gifting.cancel(ctx, before.id, 'cancelled by an agent over MCP')
        if (cancelled === undefined) throw new ApiError('not_found')
        return [cancelled]
      },
    )
    if (gift === undefined) throw new Error('nothing was cancelled')
    const after = await findGift(ctx, gift.id)
    return { output: { cancelled: summarize(after) }, gift_request_ids: [after.id] }
  },
})

export const cancelTools: readonly Tool[] = [preview, confirm]
