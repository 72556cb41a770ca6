import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { ApiError } from '#contract'
import * as giftLists from '#gift-lists'
import { toGiftQuery } from '#http/api'
import type { TxContext } from '#platform/postgres/database'
import { handle } from '../lib/handle.ts'
import { commentRoutes } from './comments.ts'
import * as contract from './contract.ts'
import { giftRoutes } from './detail.ts'
import { giftEmailRoutes } from './emails.ts'
import { problemRoutes } from './problems.ts'

const viewList = 'gift_requests'

export const giftRequestRoutes = [
  handle(contract.countGifts, ({ ctx, member, query }) =>
    giftLists.countByStatusCapped(ctx, toGiftQuery(query, member)),
  ),

  handle(contract.countMatchingGifts, async ({ ctx, member, query }) => ({
    count: (await giftLists.countMatches(ctx, toGiftQuery(query, member))) ?? null,
  })),

  handle(contract.listFilterOptions, async ({ ctx }) => ({
    ...(await giftLists.filterOptions(ctx)),
    campaigns: await listCampaignNames(ctx),
    teams: (await accounts.listTeams(ctx)).map(({ id, name }) => ({ id, name })),
  })),

  handle(contract.listSavedViews, async ({ ctx, member }) => ({
    data: await accounts.listSavedViews(ctx, member.user_id, viewList),
    has_more: false,
  })),

  handle(
    contract.saveView,
    async ({ ctx, member, body }) =>
      await accounts.saveView(ctx, member.user_id, {
        ...{ list: viewList, is_shared: false },
        ...body,
      }),
  ),

  handle(contract.deleteSavedView, async ({ ctx, member, params }) => {
    if (!(await accounts.deleteSavedView(ctx, member, { list: viewList, id: params.id })))
      throw new ApiError('not_found')
  }),

  ...giftRoutes,
  ...giftEmailRoutes,
  ...problemRoutes,
  ...commentRoutes,
]

const maxCampaigns = 200

async function listCampaignNames(ctx: TxContext): Promise<{ id: string; name: string }[]> {
  const names: { id: string; name: string }[] = []
  for (let after: string | undefined; names.length < maxCampaigns; ) {
    const page = { limit: 25, order: 'desc' as const, ...(after !== undefined && { after }) }
    const { data, has_more } = await campaigns.list(ctx, {}, page)
    names.push(...data.map(({ id, name }) => ({ id, name })))
    after = data.at(-1)?.id
    if (!has_more || after === undefined) break
  }
  return names
}
