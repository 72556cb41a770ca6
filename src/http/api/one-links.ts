import { recordEntry } from '#audit'
import { type OneLinkView, orNotFound } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { parseBody } from './kernel/body.ts'
import { handle } from './kernel/handle.ts'

/** The operations on one-links (decisions §5). Recipients claim gifts on the redemption pages, not through the API. */
export const oneLinkRoutes = [
  handle('createOneLink', async ({ ctx, request }) => {
    const { members, problems } = parseBody(request, 'one_links')
    await request.charge(requestWeight(members))
    const link = await gifting.createOneLink(ctx, members, problems)
    const { quantity, allowed_email_domains, expires_at } = link
    recordOneLink(ctx, 'create', link, { after: { quantity, allowed_email_domains, expires_at } })
    return toView(ctx, link)
  }),

  handle('listOneLinks', async ({ ctx, query }) => {
    const { data, has_more } = await gifting.listOneLinks(ctx, query.page)
    return { data: data.map((link) => toView(ctx, link)), has_more }
  }),

  handle('getOneLink', async ({ ctx, params }) =>
    toView(ctx, orNotFound(await gifting.findOneLink(ctx, params.id))),
  ),

  handle('updateOneLink', async ({ ctx, request, params: { id }, body, assertUnchanged }) => {
    if (body.expires_at !== undefined)
      await request.charge(requestWeight(await gifting.findOneLink(ctx, id)))
    const changed = await gifting.updateOneLink(ctx, id, body, (was) =>
      assertUnchanged(() => toView(ctx, was)),
    )
    const { link, before, after } = orNotFound(changed)
    if (Object.keys(after).length > 0) recordOneLink(ctx, 'change', link, { before, after })
    return toView(ctx, link)
  }),

  handle('closeOneLink', async ({ ctx, params: { id } }) => {
    const before = await gifting.findOneLink(ctx, id)
    const link = orNotFound(await gifting.closeOneLink(ctx, id))
    if (before?.closed_at === null)
      recordOneLink(ctx, 'close', link, { cancelled: before.unclaimed })
    return toView(ctx, link)
  }),
]

const recordOneLink = (
  ctx: TxContext,
  verb: 'create' | 'change' | 'close',
  { id, campaign_name: name }: gifting.OneLink,
  details: Record<string, unknown>,
): void =>
  recordEntry(ctx, {
    action: `one_link.${verb}`,
    subject: { kind: 'one_link', id, name },
    details,
  })

/** Each hundred places count as one additional request. */
function requestWeight(body: unknown): number {
  const { quantity } = (body ?? {}) as { quantity?: unknown }
  return typeof quantity === 'number' && quantity > 0 ? Math.floor(quantity / 100) : 0
}

const toView = ({ deployment, now }: TxContext, link: gifting.OneLink): OneLinkView =>
  gifting.toOneLinkView(deployment, link, now)
