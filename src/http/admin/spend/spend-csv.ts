import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as giftLists from '#gift-lists'
import { formatFile, formatRows } from '#platform/lib/csv'
import { toDecimal } from '#platform/lib/minor-units'
import type { Database, TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import { streamCsv } from '../lib/csv.ts'
import type { SpendReport } from './contract.ts'

const reportColumns = [
  'key',
  'name',
  'currency',
  'gifts',
  'items',
  'shipping',
  'donations',
  'total',
  'previous_total',
]

/** Formats a report as CSV. */
export const formatReport = ({ rows }: SpendReport): string =>
  formatFile([
    reportColumns,
    ...rows.map((row) => [
      row.key ?? '',
      row.name ?? '',
      row.currency,
      row.gifts,
      toDecimal(row.items_minor, row.currency),
      toDecimal(row.shipping_minor, row.currency),
      toDecimal(row.donations_minor, row.currency),
      toDecimal(row.total_minor, row.currency),
      toDecimal(row.previous_minor, row.currency),
    ]),
  ])

const costColumns = [
  'occurred_at',
  'kind',
  'amount_minor',
  'amount',
  'currency',
  'gift_request_id',
  'gift_reference',
  'campaign_id',
  'campaign',
  'sender_id',
  'sender',
  'cost_centre',
  'team_id',
  'team',
]

const pageSize = 1_000

/** Yields the costs of a period as CSV. */
export const streamCosts = (
  db: Database,
  account_id: string,
  period: ReturnType<typeof spend.toPeriod>,
): AsyncGenerator<string> =>
  streamCsv({
    db,
    account_id,
    header: formatFile([costColumns]),
    readPage: async (ctx: TxContext, after: spend.CostCursor | undefined) => {
      const costs = await spend.findCosts(ctx, period, { after, limit: pageSize })
      return {
        csv: formatRows(await toRows(ctx, costs)),
        next: costs.length < pageSize ? undefined : costs.at(-1),
      }
    },
  })

async function toRows(ctx: TxContext, costs: readonly spend.CostRow[]) {
  const distinct = (ids: readonly (string | null)[]) => [
    ...new Set(ids.flatMap((id) => (id === null ? [] : [id]))),
  ]
  const [references, names, users, teams] = await Promise.all([
    giftLists.referencesById(ctx, distinct(costs.map(({ gift_request_id }) => gift_request_id))),
    campaigns.namesById(ctx, distinct(costs.map(({ campaign_id }) => campaign_id))),
    accounts.findUsersById(ctx, distinct(costs.map(({ sender_id }) => sender_id))),
    accounts.findTeamsById(ctx, distinct(costs.map(({ team_id }) => team_id))),
  ])
  return costs.map((cost) => [
    cost.occurred_at.toISOString(),
    cost.kind,
    cost.amount_minor,
    toDecimal(cost.amount_minor, cost.currency),
    cost.currency,
    cost.gift_request_id,
    references.get(cost.gift_request_id) ?? '',
    cost.campaign_id ?? '',
    names.get(cost.campaign_id ?? '') ?? '',
    cost.sender_id,
    users.get(cost.sender_id)?.name ?? '',
    cost.cost_centre ?? '',
    cost.team_id ?? '',
    teams.get(cost.team_id ?? '')?.name ?? '',
  ])
}
