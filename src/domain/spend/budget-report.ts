import type { Budget } from '#accounts'
import { getTimestampOfId, minIdAt } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type BudgetSums, findMonths, findSums } from './budget-report-store.ts'
import { usageByOwner } from './budgets.ts'
import { addMonths, toPeriod } from './report.ts'
import type { BudgetKind } from './tables.ts'

/** A campaign or a team with a budget. */
export interface OwnerWithBudget {
  id: string
  budget: Budget
}

/**
 * What becomes of a budget at the pace of the last 90 days. `lasts` means for two years, `idle` that no gift was created, and
 * `too_early` that the first gift is younger than a week.
 */
type Forecast = 'used_up' | 'runs_out' | 'lasts' | 'idle' | 'too_early'

/** How much of a budget is used. Amounts are in the smallest unit of its currency. */
export interface BudgetState {
  /** The sum of the next two. */
  used_minor: number
  /** What redeemed gifts have cost, without shipping. */
  spent_minor: number
  /** What open gifts can cost at most. */
  committed_minor: number
  /** Negative when the budget is exceeded. */
  left_minor: number
  forecast: Forecast
  /** When the budget runs out at the pace of the last 90 days; null for another forecast. */
  runs_out_at: Date | null
  /** What the gifts created in a month have taken of it, for six months, the oldest first. Months are in UTC. */
  months: readonly { month: string; amount_minor: number }[]
}

const dayMs = 24 * 60 * 60 * 1000
const paceDays = 90
const minPaceDays = 7
const maxForecastDays = 2 * 365
const shownMonths = 6

/** Returns the state of the budgets of campaigns or teams, by the id of the owner. */
export async function budgetStates(
  ctx: TxContext,
  kind: BudgetKind,
  owners: readonly OwnerWithBudget[],
): Promise<ReadonlyMap<string, BudgetState>> {
  if (owners.length === 0) return new Map()
  const keys = owners.map(({ id, budget: { currency } }) => ({ id, currency }))
  const since = minIdAt(new Date(ctx.now.getTime() - paceDays * dayMs))
  const used = await usageByOwner(ctx, kind, owners)
  const sums = new Map(
    (await findSums(ctx, kind, keys, since)).map((each) => [each.owner_id, each]),
  )
  const ranges = listMonths(ctx.now)
  const amounts = new Map(
    (await findMonths(ctx, kind, keys, ranges)).map(({ owner_id, month, amount_minor }) => [
      `${owner_id} ${month}`,
      amount_minor,
    ]),
  )
  return new Map(
    owners.map(({ id, budget }) => {
      const used_minor = used.get(id) ?? 0
      const committed_minor = sums.get(id)?.open_minor ?? 0
      const left_minor = budget.amount_minor - used_minor
      return [
        id,
        {
          ...{ used_minor, committed_minor, left_minor, spent_minor: used_minor - committed_minor },
          ...predict(ctx.now, left_minor, sums.get(id)),
          months: ranges.map(({ month }) => ({
            month,
            amount_minor: amounts.get(`${id} ${month}`) ?? 0,
          })),
        },
      ]
    }),
  )
}

function listMonths(now: Date): { month: string; from: string; until: string }[] {
  const last = now.toISOString().slice(0, 7)
  return Array.from({ length: shownMonths }, (_, index) => {
    const month = addMonths(last, index + 1 - shownMonths)
    const { from, until } = toPeriod({ from: month, until: month })
    return { month, from: minIdAt(from), until: minIdAt(until) }
  })
}

function predict(
  now: Date,
  left_minor: number,
  sums: BudgetSums | undefined,
): Pick<BudgetState, 'forecast' | 'runs_out_at'> {
  const without = (forecast: Forecast) => ({ forecast, runs_out_at: null })
  if (left_minor <= 0) return without('used_up')
  if (sums === undefined || sums.first_gift_id === null || sums.recent_minor === 0)
    return without('idle')
  const ageDays = (now.getTime() - getTimestampOfId(sums.first_gift_id).getTime()) / dayMs
  if (ageDays < minPaceDays) return without('too_early')
  const days = left_minor / (sums.recent_minor / Math.min(ageDays, paceDays))
  if (days > maxForecastDays) return without('lasts')
  return { forecast: 'runs_out', runs_out_at: new Date(now.getTime() + days * dayMs) }
}
