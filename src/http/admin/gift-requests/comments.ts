import * as accounts from '#accounts'
import { recordGiftChange } from '#audit'
import { orNotFound } from '#contract'
import * as gifting from '#gifting'
import { handle } from '../lib/handle.ts'
import * as contract from './comment-contract.ts'
import { findGift } from './gift-lookup.ts'

/** The routes of the comments of members on gifts. The audit log has no texts of comments. */
export const commentRoutes = [
  handle(contract.listGiftComments, async (context) => {
    const gift = await findGift(context)
    const members = accounts.withDistinctNames(await gifting.listMentionable(context.ctx))
    return {
      data: await gifting.listComments(context.ctx, gift.id),
      members: members.map(({ id, name }) => ({ id, name })),
    }
  }),

  handle(contract.addGiftComment, async ({ ctx, params, body, member }) => {
    const author = { id: member.user_id, name: member.name }
    const { text, mentions = [] } = body
    const { gift, comment, mentioned } = orNotFound(
      await gifting.addComment(ctx, params.id, author, { text, mentions }),
    )
    recordGiftChange(ctx, 'gift_request.comment', gift, {
      mentioned: mentioned.map(({ name }) => name),
    })
    return comment
  }),

  handle(contract.deleteGiftComment, async (context) => {
    const { ctx, params, member } = context
    const gift = await findGift(context)
    const author = accounts.can(member, 'administration') ? undefined : member.user_id
    const deleted = orNotFound(await gifting.deleteComment(ctx, gift.id, params.comment, author))
    recordGiftChange(ctx, 'gift_request.delete_comment', gift, { author: deleted.author_name })
  }),
]
