import * as audit from '#audit'
import { ApiError, throwIfAny } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import * as privacy from '#privacy'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** Recipients, their notes, and the export and erasure of their personal data. */
export const recipientRoutes = [
  handle(contract.listRecipients, async ({ ctx, query }) => {
    const { page, filter } = query
    const { q: search, status } = filter
    return gifting.browseRecipients(
      ctx,
      { ...(search && { search }), ...(status && { status }) },
      page,
    )
  }),

  handle(contract.readRecipient, async ({ ctx, params }) => {
    const recipient = await gifting.findRecipient(ctx, params.id)
    if (recipient === undefined) throw new ApiError('not_found')
    const page = { limit: 20, order: 'desc' as const }
    const gifts = await gifting.list(ctx, { email_key: gifting.toEmailKey(recipient.email) }, page)
    return {
      ...recipient,
      gifts: gifts.data.map(({ id, reference, status, state, campaign_name, created_at }) => ({
        id,
        reference,
        status,
        state,
        campaign: campaign_name,
        created_at,
      })),
    }
  }),

  handle(contract.clearBounce, async ({ ctx, actor, params }) => {
    const recipient = await gifting.findRecipient(ctx, params.id)
    if (recipient === undefined) throw new ApiError('not_found')
    mail.clearBounce(ctx, recipient.email)
    const subject = { kind: 'contact', id: recipient.id }
    audit.recordEntry(ctx, { actor, action: 'contact.clear_bounce', subject })
  }),

  handle(contract.exportPersonalData, ({ ctx, actor, body }) =>
    privacy.exportPersonalData(ctx, body.email.trim(), actor),
  ),

  handle(contract.erasePersonalData, async ({ ctx, actor, body }) => {
    const address = body.email.trim()
    if (body.confirm.trim().toLowerCase() !== address.toLowerCase())
      throwIfAny([{ code: 'invalid', param: 'confirm', message: 'must repeat the email address' }])
    const { gift_request_ids, ...erased } = await privacy.erasePersonalData(ctx, address, actor)
    return { ...erased, gift_requests: gift_request_ids.length }
  }),
]
