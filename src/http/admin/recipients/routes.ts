import { ApiError, throwIfAny, toEmailKey } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import * as privacy from '#privacy'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import { hidesAddresses } from '../lib/permissions.ts'
import * as contract from './contract.ts'

/** Recipients, their notes, and the export and erasure of their personal data. */
export const recipientRoutes = [
  handle(contract.listRecipients, async ({ ctx, member, query }) => {
    const { page, filter } = query
    const hasWholeAddressesOnly = hidesAddresses(member.role)
    const { q: search, status, sort } = filter
    return gifting.browseRecipients(
      ctx,
      {
        hasWholeAddressesOnly,
        ...(search && { search }),
        ...(status && { status }),
        ...(sort === 'email' && { sort }),
      },
      page,
    )
  }),

  handle(contract.readRecipient, async ({ ctx, member, params }) => {
    const recipient = await gifting.findRecipient(ctx, params.id)
    if (recipient === undefined) throw new ApiError('not_found')
    const page = { limit: 20, order: 'desc' as const }
    const gifts = await gifting.list(ctx, { email_key: toEmailKey(recipient.email) }, page)
    return {
      ...recipient,
      bounces_at_domain:
        member.role === 'admin' && recipient.is_bounced
          ? await gifting.countBouncesOfDomain(ctx, recipient.email)
          : null,
      // a note is free text, which can contain an address
      sender_notes: hidesAddresses(member.role) ? [] : recipient.sender_notes,
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

  handle(contract.addContactNote, async (context) => {
    const { ctx, member, params, body } = context
    const author = { id: member.user_id, name: member.name }
    const note = await gifting.addContactNote(ctx, params.id, author, body.text)
    if (note === undefined) throw new ApiError('not_found')
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
    const recipient = await gifting.findRecipient(ctx, params.id)
    if (recipient === undefined) throw new ApiError('not_found')
    const { email } = recipient
    const isChanged = body.opted_out
      ? await mail.optOut(ctx, email, member.name)
      : await mail.clearOptOut(ctx, email)
    const action = body.opted_out ? 'contact.opt_out' : 'contact.clear_opt_out'
    if (isChanged) audit(context, action, recipient.id, undefined)
  }),

  handle(contract.clearBounce, async ({ ctx, params }) => {
    const recipient = await gifting.findRecipient(ctx, params.id)
    if (recipient === undefined) throw new ApiError('not_found')
    mail.clearBounce(ctx, recipient.email)
    audit({ ctx }, 'contact.clear_bounce', recipient.id, undefined)
  }),

  handle(contract.clearBouncesOfDomain, async ({ ctx, member, body }) => {
    const domain = body.domain.trim()
    const cleared = await gifting.clearBouncesOfDomain(ctx, domain)
    const { account_id, account_name } = member
    audit({ ctx }, 'account.clear_bounces', account_id, account_name, { domain, cleared })
    return { cleared }
  }),

  handle(contract.exportPersonalData, ({ ctx, body }) =>
    privacy.exportPersonalData(ctx, body.email.trim()),
  ),

  handle(contract.erasePersonalData, async ({ ctx, body }) => {
    const address = body.email.trim()
    if (body.confirm.trim().toLowerCase() !== address.toLowerCase())
      throwIfAny([{ code: 'invalid', param: 'confirm', message: 'must repeat the email address' }])
    const { gift_request_ids, ...erased } = await privacy.erasePersonalData(ctx, address)
    return { ...erased, gift_requests: gift_request_ids.length }
  }),
]
