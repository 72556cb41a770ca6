import { Type } from 'typebox'
import * as access from '#access'
import { ApiError, parseListQuery } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres'
import { Answer, operation } from './operation.ts'
import { noExtra, text } from './shapes.ts'

const NewOneLink = Type.Object(
  {
    campaign_id: text(64),
    quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
    allowed_email_domains: Type.Array(text(253), { maxItems: 100 }),
    expires_at: Type.Optional(text(40)),
  },
  noExtra,
)

/** One public address behind which many gifts wait. */
export const oneLinkOperations = [
  operation(
    'GET',
    '/one-links',
    { needs: 'sender', does: 'list one-links' },
    async ({ ctx, query }) => {
      const { page } = parseListQuery(query, {})
      const { data, has_more } = await gifting.listOneLinks(ctx, page)
      return { data: data.map((link) => view(ctx, link)), has_more }
    },
  ),

  operation(
    'GET',
    '/one-links/:id',
    { needs: 'sender', does: 'show a one-link and who claimed last' },
    async ({ ctx, params }) => {
      const link = await gifting.findOneLink(ctx, params.id ?? '')
      if (link === undefined) throw new ApiError('not_found')
      const claims = await gifting.latestClaims(ctx, link.id)
      return {
        ...view(ctx, link),
        unclaimed: link.unclaimed,
        claims: claims.map(({ first_name, last_name, ...claim }) => ({
          ...claim,
          name: `${first_name} ${last_name}`.trim(),
        })),
      }
    },
  ),

  operation(
    'POST',
    '/one-links',
    { needs: 'sender', does: 'make a one-link', body: NewOneLink },
    async ({ ctx, actor, body }) => {
      const link = await gifting.createOneLink(ctx, body)
      const { quantity, allowed_email_domains, expires_at } = link
      const after = { quantity, allowed_email_domains, expires_at }
      const subject = { kind: 'one_link', id: link.id, name: link.campaign_name }
      access.recordEntry(ctx, { actor, action: 'one_link.create', subject, details: { after } })
      return new Answer(201, view(ctx, link))
    },
  ),

  operation(
    'POST',
    '/one-links/:id/close',
    { needs: 'sender', does: 'close a one-link: what nobody has claimed is cancelled' },
    async ({ ctx, actor, params }) => {
      const was = await gifting.findOneLink(ctx, params.id ?? '')
      const is = await gifting.closeOneLink(ctx, params.id ?? '')
      if (was === undefined || is === undefined) throw new ApiError('not_found')
      if (was.closed_at === null)
        access.recordEntry(ctx, {
          actor,
          action: 'one_link.close',
          subject: { kind: 'one_link', id: is.id, name: is.campaign_name },
          details: { cancelled: was.unclaimed },
        })
      return view(ctx, is)
    },
  ),
]

const view = ({ deployment: installation, now }: TxContext, link: gifting.OneLink) =>
  gifting.toOneLinkView(installation, link, now)
