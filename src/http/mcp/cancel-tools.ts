import { Type } from 'typebox'
import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { findGift, giftRef, summarize } from './gift-lookup.ts'
import { destructive, readOnly, type Tool, tool, toolInput } from './tool.ts'

const action = 'cancel a gift'

/** The content that the user confirms. A gift whose state has changed since the preview needs a new confirmation. */
const confirmedContent = ({ id, state }: gifting.Gift) => ({ gift_request_id: id, state })

const canBeCancelled = ({ state }: gifting.Gift) =>
  gifting.transitions.some(([from, to]) => from === state && to === 'cancelled')

const preview = tool({
  name: 'preview_cancel',
  scope: 'gift_requests:write',
  title: 'Preview a cancellation',
  description:
    'Reports whether a gift can still be cancelled and what the cancellation would do, without changing anything. Ask the user; if the user agrees, call confirm_cancel with the confirmation code within five minutes.',
  hints: readOnly,
  input: toolInput({ gift: giftRef }),
  async run({ ctx, caller, now }, { gift: ref }) {
    const gift = await findGift(ctx, ref)
    const quota = await apiKeys.findDailyQuota(ctx, caller.token_id, now)
    const confirmation = { token_id: caller.token_id, action, content: confirmedContent(gift) }
    const isPossible = canBeCancelled(gift)
    const output = {
      ...summarize(gift),
      can_be_cancelled: isPossible,
      consequence: isPossible
        ? 'The link stops working, a placed order is cancelled, and webhook endpoints receive gift_request_cancelled. The cancellation cannot be undone.'
        : 'The gift can no longer be cancelled.',
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
  scope: 'gift_requests:write',
  title: 'Cancel the previewed gift',
  description:
    'Cancels one gift permanently. Call it only after the user has agreed to the result of preview_cancel. The code works once, and only while the gift is in the previewed state.',
  hints: destructive,
  input: toolInput({ gift: giftRef, confirmation_code: Type.String() }),
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
