import type { FastifyRequest } from 'fastify'
import * as attention from '#attention'
import * as catalogue from '#catalogue'
import { parseFilters, reportAppFilters, reportFilters } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import * as giftLists from '#gift-lists'
import type { TxContext } from '#platform/postgres/database'
import { handle } from './kernel/handle.ts'

/** The additional requests that a report counts as. A report is expensive, because it reads many rows. */
const reportWeight = 4

/** The operations on reports. They return the figures of the overview page of the web app. */
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

/** Charges the cost of a report, and parses its query. An invalid query has the same cost. */
async function chargeAndParse(request: FastifyRequest): Promise<giftLists.AdminGiftQuery> {
  await request.charge(reportWeight)
  return toGiftQuery(request)
}

/**
 * Converts the query of a report to the filters of gifts. The time range excludes `created_after` itself. Ids
 * contain milliseconds, so the function adds one millisecond.
 */
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
