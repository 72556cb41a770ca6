import { Readable } from 'node:stream'
import * as accounts from '#accounts'
import * as audit from '#audit'
import * as campaigns from '#campaigns'
import { ApiError, parseRawJson } from '#contract'
import * as gifting from '#gifting'
import { lazyPackage } from '#platform/lib/lazy-package'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import { bulkRoutes } from './bulk.ts'
import * as contract from './contract.ts'
import { giftRoutes } from './detail.ts'
import { giftEmailRoutes } from './emails.ts'
import { toGiftQuery } from './list-query.ts'
import { problemRoutes } from './problems.ts'

const loadCsvStringifier = lazyPackage<typeof import('csv-stringify/sync')>('csv-stringify/sync')

const viewList = 'gift_requests'

export const giftRequestRoutes = [
  handle(contract.listGifts, async ({ ctx, query }) => {
    const { data, has_more } = await gifting.browse(ctx, toGiftQuery(query.filter), query.page)
    const ids = data.map(({ id }) => id)
    const withProblems = await gifting.giftsWithProblems(ctx, ids)
    return {
      data: data.map((gift) => ({ ...toListRow(gift), has_problem: withProblems.has(gift.id) })),
      has_more,
    }
  }),

  handle(contract.countGifts, ({ ctx, query }) =>
    gifting.countByStatusCapped(ctx, toGiftQuery(query)),
  ),

  handle(contract.listGiftIds, ({ ctx, query }) => gifting.selectIds(ctx, toGiftQuery(query))),

  handle(contract.listFilterOptions, async ({ ctx }) => ({
    ...(await gifting.filterOptions(ctx)),
    campaigns: await listCampaignNames(ctx),
  })),

  handleWithoutTx(contract.downloadGifts, async ({ db, member, actor, query, reply }) => {
    const { with_links, ...filters } = query
    const hasLinks = with_links !== undefined
    if (hasLinks) await recordLinkDownload(db, member, actor)
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="gift-requests.csv"')
    await reply.send(Readable.from(streamCsv(db, member, toGiftQuery(filters), hasLinks)))
    return HANDLED
  }),

  handle(contract.listSavedViews, async ({ ctx, member }) => ({
    data: await accounts.listSavedViews(ctx, member.user_id, viewList),
    has_more: false,
  })),

  handle(
    contract.saveView,
    async ({ realTimeCtx, member, body }) =>
      await accounts.saveView(realTimeCtx, member.user_id, {
        ...{ list: viewList, is_shared: false },
        ...body,
      }),
  ),

  handle(contract.deleteSavedView, async ({ realTimeCtx, member, params }) => {
    if (!(await accounts.deleteSavedView(realTimeCtx, member, { list: viewList, id: params.id })))
      throw new ApiError('not_found')
  }),

  ...bulkRoutes,
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
  'items',
  'metadata',
  'created_at',
  'updated_at',
  'expires_at',
] as const

const csvPageSize = 1_000

/** A link opens its gift, so the audit log names each person who downloads them. */
const recordLinkDownload = (
  db: Database,
  { account_id, account_name }: accounts.SessionUser,
  actor: audit.Actor,
): Promise<void> =>
  inTransaction(db, account_id, async (ctx) =>
    audit.recordEntry(ctx, {
      actor,
      action: 'account.download_links',
      subject: { kind: 'account', id: account_id, name: account_name },
    }),
  )

/**
 * Yields the CSV file in chunks. Each page has its own transaction, so a slow download does not keep one open. Cells
 * that a spreadsheet would evaluate as formulas are escaped.
 */
async function* streamCsv(
  db: Database,
  { account_id, clock_offset_ms }: accounts.SessionUser,
  giftQuery: gifting.AdminGiftQuery,
  hasLinks: boolean,
): AsyncGenerator<string> {
  const header = [...columns, ...(hasLinks ? ['redemption_url'] : [])]
  yield `\ufeff${loadCsvStringifier().stringify([header])}`
  const now = new Date(db.clock().getTime() + clock_offset_ms)
  for (let after: string | undefined; ; ) {
    const page = {
      limit: csvPageSize,
      order: 'desc' as const,
      ...(after !== undefined && { after }),
    }
    const { rows, last, has_more } = await readFromReplica(
      db,
      account_id,
      async (ctx) => {
        const { data, has_more } = await gifting.browse(ctx, giftQuery, page)
        const rows = data.map((gift) => [
          ...toCsvRow(gift),
          ...(hasLinks ? [gifting.buildSnapshot(ctx.deployment, gift).redemption_url ?? ''] : []),
        ])
        return { rows, last: data.at(-1)?.id, has_more }
      },
      now,
    )
    yield loadCsvStringifier().stringify(rows, { escape_formulas: true })
    after = last
    if (!has_more) return
  }
}

function toCsvRow(gift: gifting.Gift): string[] {
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
    describeItems(gift),
    gift.metadata,
    gift.created_at.toISOString(),
    gift.updated_at.toISOString(),
    gift.expires_at.toISOString(),
  ]
}

function describeItems({ line_items }: gifting.Gift): string {
  const items = line_items === null ? [] : parseRawJson(line_items)
  return items.map(({ sku, quantity }) => `${sku} x${quantity}`).join('; ')
}
