import type { TxContext } from '#platform/postgres/database'

/** The columns by which a report groups costs, as SQL. */
// biome-ignore format: read down the columns
const groupSql = {
  month:       `to_char(c.occurred_at at time zone 'UTC', 'YYYY-MM')`,
  campaign:    'c.campaign_id::text',
  sender:      'c.sender_id::text',
  cost_centre: 'c.cost_centre',
  team:        'c.team_id::text',
  all:         'null::text',
} as const
export type ReportGroup = Exclude<keyof typeof groupSql, 'all'>

/** The times between which costs count: from `from` until before `until`. */
export interface Period {
  from: Date
  until: Date
}

export interface ReportRow {
  /** The month as YYYY-MM, an id, or the text of a cost centre; null for gifts without one. */
  key: string | null
  currency: string
  gifts: number
  items_minor: number
  shipping_minor: number
  donations_minor: number
  total_minor: number
  /** The total of the period before. */
  previous_minor: number
}

const sumOf = (condition: string) =>
  `coalesce(sum(c.amount_minor) filter (where ${condition}), 0)::bigint`

/** Returns up to `limit` groups, the largest total first. `previous` ends where `period` begins. */
export function findReport(
  ctx: TxContext,
  group: keyof typeof groupSql,
  { period, previous, limit }: { period: Period; previous: Date; limit: number },
): Promise<ReportRow[]> {
  const isCurrent = 'c.occurred_at >= $3'
  return ctx.query<ReportRow>(
    `select ${groupSql[group]} as key, c.currency,
            (count(distinct c.gift_request_id) filter (where ${isCurrent}))::int as gifts,
            ${sumOf(`${isCurrent} and c.kind = 'items'`)} as items_minor,
            ${sumOf(`${isCurrent} and c.kind = 'shipping'`)} as shipping_minor,
            ${sumOf(`${isCurrent} and c.kind = 'donation'`)} as donations_minor,
            ${sumOf(isCurrent)} as total_minor, ${sumOf(`not (${isCurrent})`)} as previous_minor
       from spend.cost c
      where c.account_id = $1 and c.voided_at is null and c.occurred_at >= $2 and c.occurred_at < $4
      group by 1, 2 order by total_minor desc, previous_minor desc, key, c.currency limit $5`,
    [ctx.account_id, previous, period.from, period.until, limit],
  )
}

/** A cost with the columns of the CSV file. */
export interface CostRow {
  gift_request_id: string
  kind: string
  source_id: string
  currency: string
  amount_minor: number
  occurred_at: Date
  campaign_id: string | null
  sender_id: string
  cost_centre: string | null
  team_id: string | null
}

/** The place of a cost in the file. */
export type CostCursor = Pick<
  CostRow,
  'occurred_at' | 'gift_request_id' | 'kind' | 'source_id' | 'currency'
>

/** Returns a page of costs, oldest first. */
export function findCosts(
  ctx: TxContext,
  { from, until }: Period,
  { after, limit }: { after: CostCursor | undefined; limit: number },
): Promise<CostRow[]> {
  return ctx.query<CostRow>(
    `select c.gift_request_id, c.kind, c.source_id, c.currency, c.amount_minor, c.occurred_at, c.campaign_id,
            c.sender_id, c.cost_centre, c.team_id
       from spend.cost c
      where c.account_id = $1 and c.voided_at is null and c.occurred_at >= $2 and c.occurred_at < $3
        and ($4::uuid is null or (c.occurred_at, c.gift_request_id, c.kind, c.source_id, c.currency) > ($2, $4, $5, $6::uuid, $7))
      order by c.occurred_at, c.gift_request_id, c.kind, c.source_id, c.currency limit $8`,
    [
      ctx.account_id,
      after?.occurred_at ?? from,
      until,
      after?.gift_request_id ?? null,
      after?.kind ?? null,
      after?.source_id ?? null,
      after?.currency ?? null,
      limit,
    ],
  )
}
