import { recordGiftChange } from '#audit'
import { orNotFound } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { toSendingUser } from '#http/api'
import * as sends from '#sends'
import { handle } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import { findGift } from './gift-lookup.ts'
import * as contract from './problem-contract.ts'

/**
 * The routes of the problems that recipients report. A user can answer a problem, replace the gift, and close
 * the problem.
 */
export const problemRoutes = [
  handle(contract.answerProblem, async (context) => {
    const { ctx, params, body, member } = context
    const answer = { text: body.text, author: member.name }
    const gift = orNotFound(await gifting.answerProblem(ctx, params.id, params.problem, answer))
    recordGiftChange(context.ctx, 'gift_request.answer_problem', gift, {
      report_id: params.problem,
    })
  }),

  handle(contract.replaceGift, async (context) => {
    const { ctx, params, body, member, shipping } = context
    const gift = await findGift(context)
    const cause = `replaced by ${member.name} in the web app`
    const input = { parcel_id: body.parcel_id, cause }
    const replacement = orNotFound(
      await fulfilment.replaceGift(ctx, gift.id, params.problem, input, shipping),
    )
    const { sender, isRestricted } = toSendingUser(member)
    if (replacement.kind === 'sent_again' && isRestricted)
      await sends.assertReplacementAllowed(ctx, replacement.id, sender)
    const details = { report_id: params.problem, ...replacement }
    recordGiftChange(context.ctx, 'gift_request.replace', gift, details)
    return replacement.kind === 'sent_again'
      ? {
          kind: replacement.kind,
          gift_request_id: replacement.id,
          reference: replacement.reference,
        }
      : { kind: replacement.kind, gift_request_id: gift.id, reference: gift.reference }
  }),

  handle(contract.showProblemPhoto, async ({ ctx, params, reply }) => {
    const photo = orNotFound(await gifting.findProblemPhoto(ctx, params.id, params.photo))
    reply
      .headers({
        'content-type': photo.content_type,
        'cache-control': 'private, no-store',
        'content-security-policy': `default-src 'none'; sandbox`,
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(photo.content)
    return HANDLED
  }),
]
