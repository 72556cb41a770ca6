import { recordEntry } from '#audit'
import { type OneLinkView, orNotFound } from '#contract'
import type { BodyOf } from '#contract/operation'
import type { OperationOf } from '#contract/operations'
import * as oneLinks from '#one-links'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { withAppMembers } from './kernel/app-members.ts'
import { parseBody } from './kernel/body.ts'
import type { Grant } from './kernel/grant.ts'
import { handle } from './kernel/handle.ts'

/**
 * The operations on one-links (decisions §5). Recipients claim gifts on the redemption pages and not through
 * the API.
 */
export const oneLinkRoutes = [
  handle('createOneLink', async ({ ctx, request, body }) => {
    const { grant } = request
    if (body !== undefined) {
      await request.charge(requestWeight(body))
      return toView(ctx, await createForUser(ctx, grant, body))
    }
    const { members, problems } = parseBody(request, 'one_links')
    await request.charge(requestWeight(members))
    const link = await oneLinks.create(ctx, members, problems)
    recordCreation(ctx, link)
    return toView(ctx, link)
  }),

  handle('listOneLinks', async ({ ctx, query }) => {
    const { data, has_more } = await oneLinks.list(ctx, query.page)
    const views = data.map((link) => withAppMembers(toView(ctx, link), { name: link.name }))
    return { data: views, has_more }
  }),

  handle('getOneLink', async ({ ctx, request, params }) => {
    const link = orNotFound(await oneLinks.find(ctx, params.id))
    const view = toView(ctx, link)
    if (request.grant.user === undefined) return view
    return withAppMembers(view, await readAppMembers(ctx, link))
  }),

  handle('updateOneLink', async ({ ctx, request, params: { id }, body, assertUnchanged }) => {
    if (body.expires_at !== undefined)
      await request.charge(requestWeight(await oneLinks.find(ctx, id)))
    const changed = await oneLinks.update(ctx, id, body, (was) =>
      assertUnchanged(() => toView(ctx, was)),
    )
    const { link, before, after } = orNotFound(changed)
    if (Object.keys(after).length > 0) recordOneLink(ctx, 'change', link, { before, after })
    return toView(ctx, link)
  }),

  handle('closeOneLink', async ({ ctx, params: { id } }) => {
    const before = await oneLinks.find(ctx, id)
    const link = orNotFound(await oneLinks.close(ctx, id))
    if (before?.closed_at === null)
      recordOneLink(ctx, 'close', link, { cancelled: before.unclaimed })
    return toView(ctx, link)
  }),
]

type AppBody = Exclude<BodyOf<OperationOf<'createOneLink'>>, undefined>

async function createForUser(ctx: TxContext, { user }: Grant, body: AppBody) {
  const { campaign_id, quantity, allowed_email_domains, expires_at, name = '', ...rules } = body
  const members = {
    ...{ campaign_id, quantity },
    ...(allowed_email_domains !== undefined && { allowed_email_domains }),
    ...(expires_at !== undefined && { expires_at }),
  }
  const unnamed = await oneLinks.create(ctx, members, [], rules)
  if (user !== undefined && user.role !== 'admin') {
    const use = { id: unnamed.id, gifts: quantity, options: { campaign_id } }
    const sender = { id: user.user_id, name: user.name, email: user.email }
    await sends.assertNoApprovalNeeded(ctx, use, sender, 'quantity')
  }
  const renamed = await oneLinks.rename(ctx, unnamed.id, name)
  const link = { ...unnamed, name: renamed?.after ?? null }
  recordCreation(ctx, link)
  return link
}

function recordCreation(ctx: TxContext, link: oneLinks.OneLink): void {
  const { quantity, allowed_email_domains, expires_at } = link
  const rules = oneLinks.pickClaimRules(link)
  const after = { quantity, allowed_email_domains, expires_at, ...rules }
  recordOneLink(ctx, 'create', link, { after })
}

async function readAppMembers(ctx: TxContext, link: oneLinks.OneLink) {
  const claims = await oneLinks.latestClaims(ctx, link.id)
  return {
    name: link.name,
    unclaimed: link.unclaimed,
    counts: await oneLinks.countClaims(ctx, link.id),
    latest_claims: claims.map(({ first_name, last_name, ...claim }) => ({
      ...claim,
      name: `${first_name} ${last_name}`.trim(),
    })),
  }
}

/**
 * Records a change of a one-link in the audit log. The entry names the one-link in the same way as the web
 * app.
 */
export const recordOneLink = (
  ctx: TxContext,
  verb: 'create' | 'change' | 'close' | 'approve_claims' | 'reject_claims',
  { id, name, campaign_name }: oneLinks.OneLink,
  details: Record<string, unknown>,
): void =>
  recordEntry(ctx, {
    action: `one_link.${verb}`,
    subject: { kind: 'one_link', id, name: name ?? campaign_name },
    details,
  })

/** Returns the additional requests that creating a one-link counts as: one for each hundred places. */
function requestWeight(body: unknown): number {
  const { quantity } = (body ?? {}) as { quantity?: unknown }
  return typeof quantity === 'number' && quantity > 0 ? Math.floor(quantity / 100) : 0
}

const toView = ({ deployment, now }: TxContext, link: oneLinks.OneLink): OneLinkView =>
  oneLinks.toView(deployment, link, now)
