import { ApiError, type OneLinkChange, oneLinkChangeBody, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { toSendingUser } from '../lib/acting-user.ts'
import { audit } from '../lib/audit.ts'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { handle } from '../lib/handle.ts'
import { claimRoutes, requireOneLink } from './claim-routes.ts'
import * as contract from './contract.ts'

/** One-links: one public URL for many gifts. */
export const oneLinkRoutes = [
  handle(contract.listOneLinks, async ({ ctx, query }) => {
    const { data, has_more } = await gifting.listOneLinks(ctx, query.page)
    return { data: data.map((link) => toView(ctx, link)), has_more }
  }),

  handle(contract.readOneLink, async ({ ctx, params, reply }) => {
    const link = await requireOneLink(ctx, params.id)
    setEtag(reply, link.updated_at)
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
  }),

  handle(contract.createOneLink, async (context) => {
    const { ctx, body } = context
    const { campaign_id, name = '', quantity, allowed_email_domains, expires_at, ...rules } = body
    const created = {
      ...{ campaign_id, quantity, allowed_email_domains },
      ...(expires_at === undefined ? {} : { expires_at }),
    }
    const unnamed = await gifting.createOneLink(ctx, created, [], rules)
    const { sender, isRestricted } = toSendingUser(context.member)
    const use = { id: unnamed.id, gifts: quantity, options: { campaign_id } }
    if (isRestricted) await gifting.assertNoApprovalNeeded(ctx, use, sender, 'quantity')
    const renamed = await gifting.renameOneLink(ctx, unnamed.id, name)
    const link = { ...unnamed, name: renamed?.after ?? null }
    const after = {
      ...{ quantity, allowed_email_domains: link.allowed_email_domains },
      expires_at: link.expires_at,
      ...gifting.pickClaimRules(link),
    }
    audit(context, 'one_link.create', link.id, nameOf(link), { after })
    return toView(ctx, link)
  }),

  handle(contract.changeOneLink, async (context) => {
    const { ctx, params, body, request, reply } = context
    const { expires_at: _, allowed_email_domains: __, ...rules } = body
    const updated = await gifting.updateOneLink(ctx, params.id, parseSettings(ctx, body), (was) =>
      assertIfMatch(request, was.updated_at),
    )
    const changed = await gifting.updateClaimRules(ctx, params.id, rules)
    if (updated === undefined || changed === undefined) throw new ApiError('not_found')
    const { link, before, after } = changed
    const changedRules = pickChanged(before, after)
    audit(context, 'one_link.change', link.id, nameOf(link), {
      before: { ...updated.before, ...changedRules.before },
      after: { ...updated.after, ...changedRules.after },
    })
    setEtag(reply, link.updated_at)
    return { ...toView(ctx, link), rules: after }
  }),

  handle(contract.renameOneLink, async (context) => {
    const { ctx, params, body } = context
    const renamed = await gifting.renameOneLink(ctx, params.id, body.name)
    const link = await requireOneLink(ctx, params.id)
    if (renamed !== undefined && renamed.before !== renamed.after)
      audit(context, 'one_link.rename', link.id, nameOf(link), {
        before: { name: renamed.before },
        after: { name: renamed.after },
      })
    return toView(ctx, link)
  }),

  handle(contract.closeOneLink, async (context) => {
    const { ctx, params } = context
    const before = await requireOneLink(ctx, params.id)
    const after = await gifting.closeOneLink(ctx, params.id)
    if (after === undefined) throw new ApiError('not_found')
    const details = { cancelled: before.unclaimed }
    if (before.closed_at === null)
      audit(context, 'one_link.close', after.id, nameOf(after), details)
    return toView(ctx, after)
  }),

  ...claimRoutes,
]

/** The name is not part of the API, so the view of the API does not have it. */
const toView = ({ deployment, now }: TxContext, link: gifting.OneLink) => ({
  ...gifting.toOneLinkView(deployment, link, now),
  name: link.name,
})

const nameOf = ({ name, campaign_name }: gifting.OneLink): string => name ?? campaign_name

/**
 * Returns the members that are not rules. Throws the errors of all members at once, in the order of the form: a past expiry
 * alone is left to the update, because an unchanged expiry can be past.
 */
function parseSettings(
  ctx: TxContext,
  { expires_at, allowed_email_domains }: OneLinkChange,
): OneLinkChange {
  const { members, fieldErrors } = oneLinkChangeBody.parse({
    ...(expires_at !== undefined && { expires_at }),
    ...(allowed_email_domains !== undefined && { allowed_email_domains }),
  })
  if (fieldErrors.length === 0) return members
  const past = expires_at === undefined ? [] : gifting.findPastExpiry(ctx, new Date(expires_at))
  throwIfAny([...past, ...fieldErrors])
  return members
}

function pickChanged(before: gifting.ClaimRules, after: gifting.ClaimRules) {
  const names = (Object.keys(after) as (keyof gifting.ClaimRules)[]).filter(
    (name) => before[name] !== after[name],
  )
  const pick = (rules: gifting.ClaimRules) =>
    Object.fromEntries(names.map((name) => [name, rules[name]]))
  return { before: pick(before), after: pick(after) }
}
