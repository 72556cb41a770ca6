import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { Type } from 'typebox'
import * as access from '#access'
import * as campaigns from '#campaigns'
import { ApiError, parseListQuery } from '#contract'
import * as gifting from '#gifting'
import { type Database, readTransaction, type TxContext } from '#platform/postgres'
import { bulkOperations } from './gifts-bulk.ts'
import { giftOperations as oneGiftOperations } from './gifts-one.ts'
import { deskQueryFrom, giftFilters } from './gifts-query.ts'
import { Answer, operation, outside, sent } from './operation.ts'
import { noExtra, text } from './shapes.ts'

const list = 'gift_requests'

/** The list of gift requests, and what people do with it. */
export const giftOperations = [
  operation(
    'GET',
    '/gift-requests',
    { needs: 'sender', does: 'list gift requests' },
    async ({ ctx, query }) => {
      const { page, filter } = parseListQuery(query, giftFilters)
      const { data, has_more } = await gifting.browse(ctx, deskQueryFrom(filter), page)
      return { data: data.map(rowOf), has_more }
    },
  ),

  operation(
    'GET',
    '/gift-requests/counts',
    { needs: 'sender', does: 'count gift requests by status' },
    ({ ctx, query }) =>
      gifting.countByStatusCapped(ctx, deskQueryFrom(parseListQuery(query, giftFilters).filter)),
  ),

  operation(
    'GET',
    '/gift-requests/ids',
    { needs: 'sender', does: 'list the ids of all gift requests that match' },
    ({ ctx, query }) =>
      gifting.selectIds(ctx, deskQueryFrom(parseListQuery(query, giftFilters).filter)),
  ),

  operation(
    'GET',
    '/gift-requests/choices',
    { needs: 'sender', does: 'say what gift requests can be narrowed to' },
    async ({ ctx }) => ({
      ...(await gifting.filterOptions(ctx)),
      campaigns: await namesOfCampaigns(ctx),
    }),
  ),

  outside(
    'GET',
    '/gift-requests.csv',
    { needs: 'sender', does: 'download gift requests' },
    async ({ db, member, query, reply }) => {
      const wanted = deskQueryFrom(parseListQuery(query, giftFilters).filter)
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="gift-requests.csv"')
      await reply.send(Readable.from(asCsv(db, member, wanted)))
      return sent
    },
  ),

  operation(
    'GET',
    '/gift-requests/views',
    { needs: 'sender', does: 'list your saved views' },
    async ({ ctx, member }) => ({
      data: await access.listSavedViews(ctx, member.person_id, list),
      has_more: false,
    }),
  ),

  operation(
    'POST',
    '/gift-requests/views',
    {
      needs: 'sender',
      does: 'save a view of the list',
      body: Type.Object({ name: text(80), query: Type.String({ maxLength: 2_000 }) }, noExtra),
    },
    async ({ real, member, body }) =>
      new Answer(201, await access.saveView(real, member.person_id, { list, ...body })),
  ),

  operation(
    'DELETE',
    '/gift-requests/views/:id',
    { needs: 'sender', does: 'forget a saved view' },
    async ({ real, member, params }) => {
      if (!(await access.deleteSavedView(real, member.person_id, params.id ?? '')))
        throw new ApiError('not_found')
    },
  ),

  ...bulkOperations,
  ...oneGiftOperations,
]

/** A gift request as a line of the list. */
const rowOf = (gift: gifting.Gift) => ({
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
})

const mostCampaigns = 200

async function namesOfCampaigns(ctx: TxContext): Promise<{ id: string; name: string }[]> {
  const names: { id: string; name: string }[] = []
  for (let after: string | undefined; names.length < mostCampaigns; ) {
    const page = { limit: 25, order: 'desc' as const, ...(after !== undefined && { after }) }
    const { data, has_more } = await campaigns.list(ctx, {}, page)
    names.push(...data.map(({ id, name }) => ({ id, name })))
    after = data.at(-1)?.id
    if (!has_more || after === undefined) break
  }
  return names
}

const columns = [
  'reference',
  'id',
  'status',
  'state',
  'campaign',
  'sender',
  'first_name',
  'last_name',
  'email',
  'country',
  'mode',
  'redemption_url',
  'created_at',
  'updated_at',
  'expires_at',
] as const

const atOnce = 1_000

/**
 * The text of the file, in pieces; each page is read by itself, so that a slow download holds nothing
 * up. What a spreadsheet would take for a formula is kept from being one.
 */
async function* asCsv(
  db: Database,
  { account_id, clock_ahead_ms }: access.SessionUser,
  wanted: gifting.AdminGiftQuery,
): AsyncGenerator<string> {
  yield `\ufeff${stringify([[...columns]])}`
  const now = new Date(db.clock().getTime() + clock_ahead_ms)
  for (let after: string | undefined; ; ) {
    const page = { limit: atOnce, order: 'desc' as const, ...(after !== undefined && { after }) }
    const { rows, last, has_more } = await readTransaction(
      db,
      account_id,
      async (ctx) => {
        const { data, has_more } = await gifting.browse(ctx, wanted, page)
        return { rows: data.map((gift) => lineOf(ctx, gift)), last: data.at(-1)?.id, has_more }
      },
      now,
    )
    yield stringify(rows, { escape_formulas: true })
    after = last
    if (!has_more) return
  }
}

function lineOf({ deployment: installation }: TxContext, gift: gifting.Gift): string[] {
  const { redemption_url } = gifting.buildSnapshot(installation, gift)
  return [
    gift.reference,
    gift.id,
    gift.status,
    gift.state,
    gift.campaign_name ?? '',
    gift.sender_name,
    gift.first_name,
    gift.last_name,
    gift.email,
    gift.country ?? '',
    gift.is_direct ? 'direct' : 'choice',
    redemption_url ?? '',
    gift.created_at.toISOString(),
    gift.updated_at.toISOString(),
    gift.expires_at.toISOString(),
  ]
}
