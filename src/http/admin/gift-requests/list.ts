import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { ApiError, parseRawJson } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { sendCsv } from '../lib/csv.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'
import { giftRoutes } from './detail.ts'
import { giftEmailRoutes } from './emails.ts'
import { countRows, listItems, recordLinkDownload, streamGifts } from './gift-csv.ts'
import { readGifts, toGiftQuery } from './list-query.ts'
import { problemRoutes } from './problems.ts'

const viewList = 'gift_requests'

export const giftRequestRoutes = [
  handle(contract.listGifts, async ({ ctx, member, query }) => {
    const { sort, ...filters } = query.filter
    const { order } = query.page
    const found = await readGifts(ctx, toGiftQuery(filters, member), { sort, order }, query.page)
    const ids = found.data.map(({ id }) => id)
    const [withProblems, tracking] = await Promise.all([
      gifting.giftsWithProblems(ctx, ids),
      fulfilment.trackingCodesByGift(ctx, ids),
    ])
    const data = found.data.map((gift) => ({
      ...toListRow(gift),
      tracking: tracking.get(gift.id) ?? [],
      has_problem: withProblems.has(gift.id),
    }))
    return { ...found, data }
  }),

  handle(contract.countGifts, ({ ctx, member, query }) =>
    gifting.countByStatusCapped(ctx, toGiftQuery(query, member)),
  ),

  handle(contract.countMatchingGifts, async ({ ctx, member, query }) => ({
    count: (await gifting.countMatches(ctx, toGiftQuery(query, member))) ?? null,
  })),

  handle(contract.listFilterOptions, async ({ ctx }) => ({
    ...(await gifting.filterOptions(ctx)),
    campaigns: await listCampaignNames(ctx),
  })),

  handleWithoutTx(contract.downloadGifts, async ({ db, member, transact, query, reply }) => {
    const { with_links, sort, ...filters } = query.filter
    const hasLinks = with_links !== undefined
    if (hasLinks) await transact((ctx) => recordLinkDownload(ctx, member))
    const order = { sort, order: query.order }
    const exported = { query: toGiftQuery(filters, member), order, hasLinks }
    const count = await countRows(db, member, exported)
    if (count !== undefined) reply.header('bestow-row-count', count)
    return sendCsv(reply, 'gift-requests', streamGifts(db, member, exported))
  }),

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
]

/** Converts a gift request to a row of the list. */
const toListRow = (gift: gifting.Gift) => ({
  id: gift.id,
  reference: gift.reference,
  state: gift.state,
  status: gift.status,
  campaign:
    gift.campaign_id === null ? null : { id: gift.campaign_id, name: gift.campaign_name ?? '' },
  sender: { id: gift.sender_id, name: gift.sender_name },
  recipient: { name: `${gift.first_name} ${gift.last_name}`.trim(), email: gift.email },
  country: gift.country,
  is_direct: gift.is_direct,
  send_at: gift.send_at,
  expires_at: gift.expires_at,
  created_at: gift.created_at,
  updated_at: gift.updated_at,
  items: listItems(gift).map(({ name, quantity }) => ({ name, quantity })),
  metadata: parseRawJson(gift.metadata),
})

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
