import { Type } from 'typebox'
import * as audit from '#audit'
import { ApiError, parseListQuery, throwIfAny } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import * as privacy from '#privacy'
import { anyText, oneOf } from '../lib/filters.ts'
import { route } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'

const filters = { q: anyText, status: oneOf('thanked', 'declined', 'bounced') }
const email = boundedText(254)

/** Recipients, their notes, and the export and erasure of their personal data. */
export const recipientRoutes = [
  route(
    'GET',
    '/recipients',
    { requiredRole: 'sender', summary: 'list recipients' },
    async ({ ctx, query }) => {
      const { page, filter } = parseListQuery(query, filters)
      const { q: search, status } = filter
      return gifting.browseRecipients(
        ctx,
        { ...(search && { search }), ...(status && { status }) },
        page,
      )
    },
  ),

  route(
    'GET',
    '/recipients/:id',
    { requiredRole: 'sender', summary: 'show a recipient, their gifts and their notes' },
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

  route(
    'POST',
    '/recipients/:id/clear-bounce',
    { requiredRole: 'admin', summary: 'resume emails to an address that bounced' },
    async ({ ctx, actor, params }) => {
      const recipient = await gifting.findRecipient(ctx, params.id ?? '')
      if (recipient === undefined) throw new ApiError('not_found')
      mail.clearBounce(ctx, recipient.email)
      const subject = { kind: 'contact', id: recipient.id }
      audit.recordEntry(ctx, { actor, action: 'contact.clear_bounce', subject })
    },
  ),

  route(
    'POST',
    '/recipients/export',
    {
      requiredRole: 'admin',
      summary: 'export the personal data of a recipient',
      body: Type.Object({ email }, strict),
    },
    ({ ctx, actor, body }) => privacy.exportPersonalData(ctx, body.email.trim(), actor),
  ),

  route(
    'POST',
    '/recipients/erase',
    {
      requiredRole: 'admin',
      summary: 'erase the personal data of a recipient',
      body: Type.Object({ email, confirm: email }, strict),
    },
    async ({ ctx, actor, body }) => {
      const address = body.email.trim()
      if (body.confirm.trim().toLowerCase() !== address.toLowerCase())
        throwIfAny([
          { code: 'invalid', param: 'confirm', message: 'must repeat the email address' },
        ])
      const { gift_request_ids, ...erased } = await privacy.erasePersonalData(ctx, address, actor)
      return { ...erased, gift_requests: gift_request_ids.length }
    },
  ),
]
