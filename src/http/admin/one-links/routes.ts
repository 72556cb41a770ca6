import { Type } from 'typebox'
import * as audit from '#audit'
import { ApiError, parseListQuery } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { JsonResponse, route } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { claimRoutes } from './claim-routes.ts'
import { ClaimRulesChange, claimRuleProperties } from './claim-rule-schema.ts'

const NewOneLink = Type.Object(
  {
    campaign_id: boundedText(64),
    quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
    allowed_email_domains: Type.Array(boundedText(253), { maxItems: 100 }),
    expires_at: Type.Optional(boundedText(40)),
    ...claimRuleProperties,
  },
  strict,
)

/** One-links: one public URL for many gifts. */
export const oneLinkRoutes = [
  route(
    'GET',
    '/one-links',
    { requiredRole: 'sender', summary: 'list one-links' },
    async ({ ctx, query }) => {
      const { page } = parseListQuery(query, {})
      const { data, has_more } = await gifting.listOneLinks(ctx, page)
      return { data: data.map((link) => toView(ctx, link)), has_more }
    },
  ),

  route(
    'GET',
    '/one-links/:id',
    { requiredRole: 'sender', summary: 'show a one-link and its latest claims' },
    async ({ ctx, params }) => {
      const link = await gifting.findOneLink(ctx, params.id ?? '')
      if (link === undefined) throw new ApiError('not_found')
      const claims = await gifting.latestClaims(ctx, link.id)
      return {
        ...toView(ctx, link),
        unclaimed: link.unclaimed,
        rules: gifting.pickClaimRules(link),
        counts: await gifting.countClaims(ctx, link.id),
        claims: claims.map(({ first_name, last_name, ...claim }) => ({
          ...claim,
          name: `${first_name} ${last_name}`.trim(),
        })),
      }
    },
  ),

  route(
    'POST',
    '/one-links',
    { requiredRole: 'sender', summary: 'create a one-link', body: NewOneLink },
    async ({ ctx, actor, body }) => {
      const { campaign_id, quantity, allowed_email_domains, expires_at, ...rules } = body
      const created = {
        ...{ campaign_id, quantity, allowed_email_domains },
        ...(expires_at === undefined ? {} : { expires_at }),
      }
      const link = await gifting.createOneLink(ctx, created, [], rules)
      const after = {
        ...{ quantity, allowed_email_domains: link.allowed_email_domains },
        expires_at: link.expires_at,
        ...gifting.pickClaimRules(link),
      }
      const subject = { kind: 'one_link', id: link.id, name: link.campaign_name }
      audit.recordEntry(ctx, { actor, action: 'one_link.create', subject, details: { after } })
      return new JsonResponse(201, toView(ctx, link))
    },
  ),

  route(
    'PATCH',
    '/one-links/:id',
    {
      requiredRole: 'sender',
      summary: 'change the rules for claims of a one-link',
      body: ClaimRulesChange,
    },
    async ({ ctx, actor, params, body }) => {
      const changed = await gifting.updateClaimRules(ctx, params.id ?? '', body)
      if (changed === undefined) throw new ApiError('not_found')
      const { link, before, after } = changed
      audit.recordEntry(ctx, {
        actor,
        action: 'one_link.change',
        subject: { kind: 'one_link', id: link.id, name: link.campaign_name },
        details: pickChanged(before, after),
      })
      return { ...toView(ctx, link), rules: after }
    },
  ),

  ...claimRoutes,

  route(
    'POST',
    '/one-links/:id/close',
    { requiredRole: 'sender', summary: 'close a one-link and cancel its unclaimed gifts' },
    async ({ ctx, actor, params }) => {
      const before = await gifting.findOneLink(ctx, params.id ?? '')
      const after = await gifting.closeOneLink(ctx, params.id ?? '')
      if (before === undefined || after === undefined) throw new ApiError('not_found')
      if (before.closed_at === null)
        audit.recordEntry(ctx, {
          actor,
          action: 'one_link.close',
          subject: { kind: 'one_link', id: after.id, name: after.campaign_name },
          details: { cancelled: before.unclaimed },
        })
      return toView(ctx, after)
    },
  ),
]

const toView = ({ deployment, now }: TxContext, link: gifting.OneLink) =>
  gifting.toOneLinkView(deployment, link, now)

/** Returns the rules that changed, before and after. */
function pickChanged(before: gifting.ClaimRules, after: gifting.ClaimRules) {
  const names = (Object.keys(after) as (keyof gifting.ClaimRules)[]).filter(
    (name) => before[name] !== after[name],
  )
  const pick = (rules: gifting.ClaimRules) =>
    Object.fromEntries(names.map((name) => [name, rules[name]]))
  return { before: pick(before), after: pick(after) }
}
