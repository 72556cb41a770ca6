import { Type } from 'typebox'
import * as access from '#access'
import { ApiError, parseListQuery, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import * as mail from '#mail'
import * as privacy from '#privacy'
import { operation } from './operation.ts'
import { anyText, oneOf } from './rules.ts'
import { noExtra, text } from './shapes.ts'

const filters = { q: anyText, mark: oneOf('thanked', 'declined', 'bounced') }
const email = text(254)

/** Whom gifts went to, what they said, and what is held of them. */
export const recipientOperations = [
  operation(
    'GET',
    '/recipients',
    { needs: 'sender', does: 'list recipients' },
    async ({ ctx, query }) => {
      const { page, filter } = parseListQuery(query, filters)
      const { q: search, mark } = filter
      return gifting.browseRecipients(
        ctx,
        { ...(search && { search }), ...(mark && { mark }) },
        page,
      )
    },
  ),

  operation(
    'GET',
    '/recipients/:id',
    { needs: 'sender', does: 'show a recipient, their gifts and what they wrote' },
    async ({ ctx, params }) => {
      const recipient = await gifting.findRecipient(ctx, params.id ?? '')
      if (recipient === undefined) throw new ApiError('not_found')
      const page = { limit: 20, order: 'desc' as const }
      const gifts = await gifting.list(
        ctx,
        { email_key: gifting.toEmailKey(recipient.email) },
        page,
      )
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
    },
  ),

  operation(
    'POST',
    '/recipients/:id/clear-bounce',
    { needs: 'admin', does: 'write to an address again that had refused a letter' },
    async ({ ctx, actor, params }) => {
      const recipient = await gifting.findRecipient(ctx, params.id ?? '')
      if (recipient === undefined) throw new ApiError('not_found')
      mail.clearBounce(ctx, recipient.email)
      const subject = { kind: 'contact', id: recipient.id }
      access.recordEntry(ctx, { actor, action: 'contact.clear_bounce', subject })
    },
  ),

  operation(
    'POST',
    '/recipients/export',
    {
      needs: 'admin',
      does: 'give out everything that is held of a person',
      body: Type.Object({ email }, noExtra),
    },
    ({ ctx, actor, body }) => privacy.exportPersonalData(ctx, body.email.trim(), actor),
  ),

  operation(
    'POST',
    '/recipients/erase',
    {
      needs: 'admin',
      does: 'erase everything that is held of a person',
      body: Type.Object({ email, confirm: email }, noExtra),
    },
    async ({ ctx, actor, body }) => {
      const wanted = body.email.trim()
      if (body.confirm.trim().toLowerCase() !== wanted.toLowerCase())
        throwIfAny([
          { code: 'invalid', param: 'confirm', message: 'must be the e-mail address once more' },
        ])
      const { gift_request_ids, ...erased } = await privacy.erasePersonalData(ctx, wanted, actor)
      return { ...erased, gift_requests: gift_request_ids.length }
    },
  ),
]
