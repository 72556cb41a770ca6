import type { FastifyRequest } from 'fastify'
import * as attention from '#attention'
import * as catalogue from '#catalogue'
import { parseFilters, reportAppFilters, reportFilters } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import * as giftLists from '#gift-lists'
import type { TxContext } from '#platform/postgres/database'
import { handle } from './kernel/handle.ts'

/** A report counts as so many additional requests, because it reads many rows. */
const reportWeight = 4

/** The operations on reports: the figures of the web app's overview. */
export const reportRoutes = [
  handle('getFunnel', async ({ ctx, request }) => {
    const query = await chargeAndParse(request)
    const statuses = await giftLists.countByStatus(ctx, query)
    return { ...(await giftLists.funnel(ctx, query)), statuses }
  }),

  handle('getTimeToRedeem', async ({ ctx, request }) => {
    const { buckets, ...times } = await giftLists.timeToRedeem(ctx, await chargeAndParse(request))
    return { ...times, buckets: buckets.map(({ name: _, ...bucket }) => bucket) }
  }),

  handle('getTrend', async ({ ctx, request }) =>
    giftLists.trend(ctx, await chargeAndParse(request)),
  ),

  handle('listGiftsByCountry', async ({ ctx, request }) =>
    giftLists.giftsByCountry(ctx, await chargeAndParse(request)),
  ),

  handle('listTopGifts', async ({ ctx, request }) =>
    giftLists.topGifts(ctx, await chargeAndParse(request)),
  ),

  handle('getAttention', async ({ ctx, request }) => {
    await request.charge(reportWeight)
    return readAttention(ctx)
  }),
]

/** An invalid query counts as a report too. */
async function chargeAndParse(request: FastifyRequest): Promise<giftLists.AdminGiftQuery> {
  await request.charge(reportWeight)
  return toGiftQuery(request)
}

/** The times are exclusive, and ids have milliseconds. */
function toGiftQuery({ query, grant }: FastifyRequest): giftLists.AdminGiftQuery {
  const rules = { ...reportFilters, ...(grant.user !== undefined && reportAppFilters) }
  const { created_after, created_before, ...filter } = parseFilters(query, rules)
  return {
    ...filter,
    ...(created_after !== undefined && { created_from: new Date(created_after.getTime() + 1) }),
    ...(created_before !== undefined && { created_until: created_before }),
  }
}

async function readAttention(ctx: TxContext) {
  const [stalled, open, bounced, lowStock, lowCodes, emails] = await Promise.all([
    giftLists.countGifts(ctx, { ids_sql: attention.stalledGiftsSql }),
    attention.countOpen(ctx),
    giftLists.countRecipients(ctx, { status: 'bounced' }),
    catalogue.countLowStock(ctx),
    digital.listLowVariants(ctx),
    mail.getQueueStatus(ctx),
  ])
  return {
    stalled_gift_requests: stalled,
    expiring_gift_requests: open.find(({ kind }) => kind === 'expiring')?.count ?? 0,
    bounced_recipients: bounced,
    low_stock_products: lowStock,
    low_codes: lowCodes.map(({ variant_id, name, free, waiting }) => ({
      ...{ variant_id, name },
      ...{ free, waiting },
    })),
    queued_emails: emails.queued,
  }
}
