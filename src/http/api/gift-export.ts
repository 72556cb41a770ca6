import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import {
  enumRule,
  type GiftRequestView,
  giftListFilters,
  giftSortRule,
  parseListQuery,
  parseRawJson,
} from '#contract'
import * as fulfilment from '#fulfilment'
import * as giftLists from '#gift-lists'
import type * as gifting from '#gifting'
import { toDecimal } from '#platform/lib/minor-units'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import * as spend from '#spend'
import type { ExportPage } from './export-pages.ts'
import { browseGifts, toGiftQuery } from './gift-query.ts'
import { toGiftView } from './gift-views.ts'
import type { Grant } from './kernel/grant.ts'

/*
 * The columns of files with gift requests, and the file for users. The file for users has the filters and the
 * order of their list.
 */

/** The data of one line in a file. */
interface GiftLine {
  view: GiftRequestView
  /** The gift itself. This member and the members below exist only in files for users. */
  gift?: gifting.Gift
  tracking?: readonly fulfilment.TrackingCode[] | undefined
  costs?: readonly spend.GiftCostTotal[] | undefined
  team?: string | undefined
}

type Cell = (line: GiftLine) => unknown

const cells = {
  reference: ({ view }) => view.reference,
  id: ({ view }) => view.id,
  status: ({ view }) => view.status,
  state: ({ gift }) => gift?.state,
  campaign_id: ({ view }) => view.campaign?.id,
  campaign: ({ view }) => view.campaign?.name,
  sender: ({ view, gift }) => gift?.sender_name ?? view.sender.email,
  recipient_id: ({ view }) => view.recipient.id,
  first_name: ({ view }) => view.recipient.first_name,
  last_name: ({ view }) => view.recipient.last_name,
  email: ({ view }) => view.recipient.email,
  country: ({ gift }) => gift?.country,
  mode: ({ gift }) => (gift?.is_direct === true ? 'direct' : 'choice'),
  items: ({ view }) =>
    (view.line_items === null ? [] : parseRawJson(view.line_items))
      .map(({ sku, quantity }) => `${sku} x${quantity}`)
      .join('; '),
  metadata: ({ view }) => view.metadata,
  created_at: ({ view }) => view.created_at.toISOString(),
  updated_at: ({ view }) => view.updated_at.toISOString(),
  expires_at: ({ gift }) => gift?.expires_at.toISOString(),
  tracking: ({ tracking = [] }) =>
    tracking.map(({ carrier, code }) => `${carrier} ${code}`).join('; '),
  cost_centre: ({ gift }) => gift?.cost_centre,
  purchase_order_number: ({ gift }) => gift?.purchase_order_number,
  team: ({ team }) => team,
  items_cost: (line) => describeCosts(line, 'items'),
  shipping_cost: (line) => describeCosts(line, 'shipping'),
  donations_cost: (line) => describeCosts(line, 'donation'),
  redemption_url: ({ view }) => view.redemption_url,
} as const satisfies Record<string, Cell>
type ColumnName = keyof typeof cells

/**
 * Describes the costs of a gift. Amounts in different currencies are listed and not added: `12.50 EUR; 7.58
 * USD`.
 */
const describeCosts = ({ costs = [] }: GiftLine, kind: spend.CostKind): string =>
  costs
    .filter((cost) => cost.kind === kind)
    .map(({ amount_minor, currency }) => `${toDecimal(amount_minor, currency)} ${currency}`)
    .join('; ')

/** The columns of a file that a token requests. */
export const giftColumns: readonly ColumnName[] = [
  ...(['id', 'reference', 'status', 'campaign_id', 'campaign', 'recipient_id'] as const),
  ...(['first_name', 'last_name', 'email', 'sender', 'items'] as const),
  ...(['created_at', 'updated_at', 'metadata'] as const),
]

const tokensOnly: readonly ColumnName[] = ['campaign_id', 'recipient_id']

/**
 * Returns the columns of a file for users, in the order of the table. The link of a gift gives access to the
 * gift, so the file has this column only on request.
 */
const userColumns = (hasLinks: boolean): readonly ColumnName[] =>
  (Object.keys(cells) as ColumnName[]).filter(
    (name) => !tokensOnly.includes(name) && (hasLinks || name !== 'redemption_url'),
  )

export const toGiftRow = (columns: readonly ColumnName[], line: GiftLine): unknown[] =>
  columns.map((name) => cells[name](line) ?? '')

/** A file with gift requests for a user. */
export interface UserExport {
  columns: readonly ColumnName[]
  /** The number of rows, for the progress. Undefined if there are more than 100,000. */
  count: number | undefined
  readPage: (ctx: TxContext, after: string | undefined) => Promise<ExportPage>
}

const userParameters = { ...giftListFilters, sort: giftSortRule, with_links: enumRule('true') }
const pageSize = 1_000

/** Prepares the file with the rows of a user's list. If the file contains links, the audit log records it. */
export async function prepareUserExport(
  db: Database,
  { account_id, actor }: Grant,
  user: NonNullable<Grant['user']>,
  params: unknown,
): Promise<UserExport> {
  const { page, filter } = parseListQuery(params, userParameters)
  const { with_links, sort, ...filters } = filter
  const query = toGiftQuery(filters, user)
  const columns = userColumns(with_links !== undefined)
  if (with_links !== undefined)
    await inTransaction(
      db,
      account_id,
      async (ctx) =>
        recordEntry(ctx, {
          action: 'account.download_links',
          subject: { kind: 'account', id: account_id, name: user.account_name },
        }),
      undefined,
      actor,
    )
  return {
    columns,
    count: await readFromReplica(db, account_id, (ctx) => giftLists.countMatches(ctx, query)),
    readPage: async (ctx, after) => {
      const order = { sort, order: page.order }
      const range = { limit: pageSize, ...(after !== undefined && { after }) }
      const { data, next_after } = await browseGifts(ctx, query, order, range)
      const lines = await toLines(ctx, data)
      return {
        rows: () => lines.map((line) => toGiftRow(columns, line)),
        lines: () => [],
        next: next_after ?? undefined,
      }
    },
  }
}

async function toLines(ctx: TxContext, gifts: readonly gifting.Gift[]): Promise<GiftLine[]> {
  const ids = gifts.map(({ id }) => id)
  const tracking = await fulfilment.trackingCodesByGift(ctx, ids)
  const costs = Map.groupBy(
    await spend.findTotalsByGifts(ctx, ids),
    ({ gift_request_id }) => gift_request_id,
  )
  const teams = await accounts.findTeamsById(
    ctx,
    gifts.flatMap(({ team_id }) => team_id ?? []),
  )
  return gifts.map((gift) => ({
    team: teams.get(gift.team_id ?? '')?.name,
    view: toGiftView(ctx, gift),
    gift,
    tracking: tracking.get(gift.id),
    costs: costs.get(gift.id),
  }))
}
