import type * as accounts from '#accounts'
import * as audit from '#audit'
import { parseRawJson } from '#contract'
import type { LineItem } from '#contract/gift-request'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { formatFile, formatRows } from '#platform/lib/csv'
import { toDecimal } from '#platform/lib/minor-units'
import type { Database, TxContext } from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import * as spend from '#spend'
import { streamCsv } from '../lib/csv.ts'
import { type ListOrder, readGifts } from './list-query.ts'

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
  'tracking',
  'cost_centre',
  'items_cost',
  'shipping_cost',
  'donations_cost',
] as const

const csvPageSize = 1_000

/** The gifts of a file. */
export interface GiftExport {
  query: gifting.AdminGiftQuery
  order: ListOrder
  /** Whether each row has the link of the recipient. */
  hasLinks: boolean
}

/** Counts the rows of a file, for its progress. Returns undefined above 100,000. */
export const countRows = (
  db: Database,
  { account_id }: accounts.SessionUser,
  { query }: GiftExport,
): Promise<number | undefined> =>
  readFromReplica(db, account_id, (ctx) => gifting.countMatches(ctx, query))

/** A link opens its gift, so the audit log names each person who downloads them. */
export const recordLinkDownload = async (
  ctx: TxContext,
  { account_id, account_name }: accounts.SessionUser,
): Promise<void> =>
  audit.recordEntry(ctx, {
    action: 'account.download_links',
    subject: { kind: 'account', id: account_id, name: account_name },
  })

/** Yields the gifts as CSV. */
export const streamGifts = (
  db: Database,
  { account_id, clock_offset_ms }: accounts.SessionUser,
  { query, order, hasLinks }: GiftExport,
): AsyncGenerator<string> =>
  streamCsv({
    db,
    account_id,
    now: new Date(db.clock().getTime() + clock_offset_ms),
    header: formatFile([[...columns, ...(hasLinks ? ['redemption_url'] : [])]]),
    readPage: async (ctx: TxContext, after: string | undefined) => {
      const page = { limit: csvPageSize, ...(after !== undefined && { after }) }
      const { data, next_after } = await readGifts(ctx, query, order, page)
      return {
        csv: formatRows(await toCsvRows(ctx, data, hasLinks)),
        next: next_after ?? undefined,
      }
    },
  })

async function toCsvRows(
  ctx: TxContext,
  gifts: readonly gifting.Gift[],
  hasLinks: boolean,
): Promise<string[][]> {
  const ids = gifts.map(({ id }) => id)
  const tracking = await fulfilment.trackingCodesByGift(ctx, ids)
  const costs = Map.groupBy(
    await spend.findTotalsByGifts(ctx, ids),
    ({ gift_request_id }) => gift_request_id,
  )
  return gifts.map((gift) => [
    ...toCsvRow(gift),
    (tracking.get(gift.id) ?? []).map(({ carrier, code }) => `${carrier} ${code}`).join('; '),
    gift.cost_centre ?? '',
    ...spend.costKinds.map((kind) => describeCosts(costs.get(gift.id), kind)),
    ...(hasLinks ? [gifting.buildSnapshot(ctx.deployment, gift).redemption_url ?? ''] : []),
  ])
}

/** Amounts of several currencies are not added: `12.50 EUR; 7.58 USD`. */
const describeCosts = (
  costs: readonly spend.GiftCostTotal[] | undefined,
  kind: spend.CostKind,
): string =>
  (costs ?? [])
    .filter((cost) => cost.kind === kind)
    .map(({ amount_minor, currency }) => `${toDecimal(amount_minor, currency)} ${currency}`)
    .join('; ')

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

const describeItems = (gift: gifting.Gift): string =>
  listItems(gift)
    .map(({ sku, quantity }) => `${sku} x${quantity}`)
    .join('; ')

/** The items of a gift; none before the recipient has chosen. */
export const listItems = ({ line_items }: gifting.Gift): readonly LineItem[] =>
  line_items === null ? [] : parseRawJson(line_items)
