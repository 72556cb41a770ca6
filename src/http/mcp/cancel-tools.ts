import { Type } from 'typebox'
import { recordGiftChange } from '#audit'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { type ConfirmedAction, confirm, preview } from './confirmation.ts'
import { findGift, giftRef, summarize } from './gift-lookup.ts'
import { CancelPreview, GiftSummary } from './output-schemas.ts'
import { destructive, readOnly, type Tool, type ToolContext, tool, toolInput } from './tool.ts'

const canBeCancelled = ({ state }: gifting.Gift) =>
  gifting.transitions.some(([from, to]) => from === state && to === 'cancelled')

const consequence =
  'The link stops working, a placed order is cancelled, and webhook endpoints receive gift_request_cancelled. The cancellation cannot be undone.'

/**
 * Creates the action that cancels a gift. The preview contains the state before the cancellation. If the
 * state changes, the agent must ask the user again.
 */
const action = (context: ToolContext, id: string): ConfirmedAction => ({
  action: 'cancel a gift',
  input: { gift_request_id: id },
  sends: 0,
  async run() {
    const before = await gifting.lockGift(context.ctx, id)
    if (before === undefined) throw new ApiError('not_found')
    const { updated_at: _, ...shown } = summarize(before)
    const cancelled = await gifting.cancel(context.ctx, before.id, 'cancelled by an agent over MCP')
    if (cancelled === undefined) throw new ApiError('not_found')
    recordGiftChange(context.ctx, 'gift_request.cancel', before)
    return { parts: { ...shown, consequence }, gift_request_ids: [before.id] }
  },
})

const previewCancel = tool({
  name: 'preview_cancel',
  scope: 'gift_requests:write',
  title: 'Preview a cancellation',
  description:
    'Reports whether a gift can still be cancelled and what the cancellation would do, without changing anything. Ask the user; if the user agrees, call confirm_cancel with the confirmation code within five minutes.',
  hints: readOnly,
  input: toolInput({ gift: giftRef }),
  output: CancelPreview,
  async run(context, { gift: ref }) {
    const gift = await findGift(context.ctx, ref)
    const gift_request_ids = [gift.id]
    if (canBeCancelled(gift)) {
      const { output } = await preview(context, action(context, gift.id))
      return { output: { ...output, can_be_cancelled: true }, gift_request_ids }
    }
    const output = {
      ...summarize(gift),
      can_be_cancelled: false,
      consequence: 'The gift can no longer be cancelled.',
      confirmation_code: null,
    }
    return { output, gift_request_ids }
  },
})

const confirmCancel = tool({
  name: 'confirm_cancel',
  scope: 'gift_requests:write',
  title: 'Cancel the previewed gift',
  description:
    'Cancels one gift permanently. Call it only after the user has agreed to the result of preview_cancel. The code works once, and only while the gift is as it was shown.',
  hints: destructive,
  input: toolInput({ gift: giftRef, confirmation_code: Type.String() }),
  output: Type.Object({ cancelled: GiftSummary }),
  async run(context, { gift: ref, confirmation_code: code }) {
    const before = await findGift(context.ctx, ref)
    const { gift_request_ids } = await confirm(context, code, action(context, before.id))
    const after = await findGift(context.ctx, before.id)
    return { output: { cancelled: summarize(after) }, gift_request_ids }
  },
})

export const cancelTools: readonly Tool[] = [previewCancel, confirmCancel]
