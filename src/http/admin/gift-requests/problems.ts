import { orNotFound } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { toSendingUser } from '../lib/acting-user.ts'
import { auditGift } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import { findGift } from './gift-lookup.ts'
import * as contract from './problem-contract.ts'

/** Problems that recipients report: answer, replace, close. */
export const problemRoutes = [
  handle(contract.answerProblem, async (context) => {
    const { ctx, params, body, member } = context
    const answer = { text: body.text, author: member.name }
    const gift = orNotFound(await gifting.answerProblem(ctx, params.id, params.problem, answer))
    auditGift(context, 'gift_request.answer_problem', gift, { report_id: params.problem })
  }),

  handle(contract.resolveProblem, async (context) => {
    const { ctx, params } = context
    const { gift, isNew } = orNotFound(
      await gifting.resolveProblem(ctx, params.id, params.problem, 'closed'),
    )
    if (isNew)
      auditGift(context, 'gift_request.resolve_problem', gift, { report_id: params.problem })
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
      await gifting.assertReplacementAllowed(ctx, replacement.id, sender)
    const details = { report_id: params.problem, ...replacement }
    auditGift(context, 'gift_request.replace', gift, details)
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
