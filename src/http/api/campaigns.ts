import * as campaigns from '#campaigns'
import { orNotFound } from '#contract'
import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import { toSettingsView } from './campaign-settings.ts'
import { toGreetingView } from './greeting-view.ts'
import { withAppMembers } from './kernel/app-members.ts'
import { handle } from './kernel/handle.ts'
import type { TxRequestContext } from './kernel/route.ts'

/**
 * The operations that read campaigns (decisions §2). A page contains at most 25 campaigns, because each
 * campaign contains its catalogue.
 */
export const campaignRoutes = [
  handle('listCampaigns', ({ ctx, query }) => campaigns.list(ctx, query.filter, query.page)),

  handle('getCampaign', (context) => findView(context, context.params.id)),
]

/** Returns a campaign in the form that the user or the token may see. */
export async function findView(
  { ctx, request }: Pick<TxRequestContext, 'ctx' | 'request'>,
  id: string,
) {
  const view = orNotFound(await campaigns.find(ctx, id))
  return request.grant.user === undefined
    ? view
    : withAppMembers(view, await readAppMembers(ctx, id))
}

async function readAppMembers(ctx: TxContext, id: string) {
  const [campaign, greeting] = await Promise.all([
    campaigns.findForAdmin(ctx, id),
    greetings.findByCampaign(ctx, id),
  ])
  const { fallback, offering, budget, ...stored } = orNotFound(campaign)
  const { prints_card, purchase_order_number, team_ids } = stored
  const { campaign_id: _, updated_at: __, ...settings } = toSettingsView({ ...stored, budget })
  const used = await spend.usageByOwner(ctx, 'campaign', [{ id, budget }])
  return {
    ...settings,
    prints_card,
    purchase_order_number,
    team_ids,
    closure: campaigns.closureOf(stored, ctx.now) ?? null,
    greeting: toGreetingView(greeting),
    budget_used: budget && (used.get(id) ?? 0),
    fallback,
    offering,
  }
}
