import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as attention from '#attention'
import * as catalogue from '#catalogue'
import { parseFilters, type ResourceType, reportFilters } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { rejectParameters } from './body.ts'
import type { Handle } from './handler.ts'

/** A report counts as so many additional requests, because it reads many rows. */
const reportWeight = 4

/** The operations on reports: the figures of the web app's overview. */
export function reportRoutes(app: FastifyInstance, handle: Handle): void {
  const one = (path: string, type: ResourceType, read: Read<object>) =>
    app.get(path, (request, reply) =>
      runReport(handle, request, reply, async (ctx) => {
        const view = await read(ctx, request)
        return request.version.renderResource(type, JSON.stringify(view))
      }),
    )
  const many = (path: string, type: ResourceType, read: Read<readonly object[]>) =>
    app.get(path, (request, reply) =>
      runReport(handle, request, reply, async (ctx) => {
        const rows = (await read(ctx, request)).map((row) => JSON.stringify(row))
        return request.version.renderList(type, rows, { has_more: false, next: null })
      }),
    )

  one('/reports/funnel', 'funnels', async (ctx, request) => {
    const query = toGiftQuery(request)
    const statuses = await gifting.countByStatus(ctx, query)
    return { ...(await gifting.funnel(ctx, query)), statuses }
  })
  one('/reports/time_to_redeem', 'redeem_times', async (ctx, request) => {
    const { buckets, ...times } = await gifting.timeToRedeem(ctx, toGiftQuery(request))
    return { ...times, buckets: buckets.map(({ name: _, ...bucket }) => bucket) }
  })
  one('/reports/trend', 'trends', (ctx, request) => gifting.trend(ctx, toGiftQuery(request)))
  many('/reports/countries', 'country_counts', (ctx, request) =>
    gifting.giftsByCountry(ctx, toGiftQuery(request)),
  )
  many('/reports/top_gifts', 'gift_counts', (ctx, request) =>
    gifting.topGifts(ctx, toGiftQuery(request)),
  )
  one('/reports/attention', 'attention_reports', (ctx, request) => {
    rejectParameters(request)
    return readAttention(ctx)
  })
}

type Read<T> = (ctx: TxContext, request: FastifyRequest) => Promise<T>

const runReport = (
  handle: Handle,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (ctx: TxContext) => Promise<string>,
) =>
  handle(request, reply, async (ctx) => {
    await request.charge(reportWeight)
    return { status: 200, body: await read(ctx) }
  })

/** The times are exclusive, and ids have milliseconds. */
function toGiftQuery({ query }: FastifyRequest): gifting.AdminGiftQuery {
  const { created_after, created_before, country, ...filter } = parseFilters(query, reportFilters)
  return {
    ...filter,
    ...(country !== undefined && { country: country.toUpperCase() }),
    ...(created_after !== undefined && { created_from: new Date(created_after.getTime() + 1) }),
    ...(created_before !== undefined && { created_until: created_before }),
  }
}

async function readAttention(ctx: TxContext) {
  const [stalled, open, bounced, lowStock, lowCodes, emails] = await Promise.all([
    gifting.countGifts(ctx, { ids_sql: attention.stalledGiftsSql }),
    attention.countOpen(ctx),
    gifting.countRecipients(ctx, { status: 'bounced' }),
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
