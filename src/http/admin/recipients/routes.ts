import { ApiError, orNotFound } from '#contract'
import * as mail from '#email'
import * as giftLists from '#gift-lists'
import * as gifting from '#gifting'
import * as privacy from '#privacy'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/**
 * The operations on recipients that only the web app has: notes, opt-outs, and the export by email address.
 * The export also works for people who got no gift.
 */
export const recipientRoutes = [
  handle(contract.addContactNote, async (context) => {
    const { ctx, member, params, body } = context
    const author = { id: member.user_id, name: member.name }
    const note = orNotFound(await gifting.addContactNote(ctx, params.id, author, body.text))
    audit(context, 'contact.add_note', params.id, undefined)
    return note
  }),

  handle(contract.deleteContactNote, async (context) => {
    const { ctx, member, params } = context
    const author = member.role === 'admin' ? undefined : member.user_id
    if (!(await gifting.deleteContactNote(ctx, params.id, params.note_id, author)))
      throw new ApiError('not_found')
    audit(context, 'contact.delete_note', params.id, undefined)
  }),

  handle(contract.setOptOut, async (context) => {
    const { ctx, member, params, body } = context
    const { id, email } = orNotFound(await giftLists.findRecipient(ctx, params.id))
    const isChanged = body.opted_out
      ? await mail.optOut(ctx, email, member.name)
      : await mail.clearOptOut(ctx, email)
    const action = body.opted_out ? 'contact.opt_out' : 'contact.clear_opt_out'
    if (isChanged) audit(context, action, id, undefined)
  }),

  handle(contract.clearBouncesOfDomain, async ({ ctx, member, body }) => {
    const domain = body.domain.trim()
    const cleared = await giftLists.clearBouncesOfDomain(ctx, domain)
    const { account_id, account_name } = member
    audit({ ctx }, 'account.clear_bounces', account_id, account_name, { domain, cleared })
    return { cleared }
  }),

  handle(contract.exportPersonalData, ({ ctx, body }) =>
    privacy.exportPersonalData(ctx, body.email.trim()),
  ),
]
