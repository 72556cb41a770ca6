import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import * as spend from '#spend'
import { sendCsv } from '../lib/csv.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'
import { formatReport, streamCosts } from './spend-csv.ts'

export const spendRoutes = [
  handle(contract.readSpend, ({ ctx, query }) => buildReport(ctx, query)),

  handle(contract.listBudgets, async ({ ctx }) => {
    const found = await campaigns.listWithBudget(ctx, maxBudgets + 1)
    const teams = (await accounts.listTeams(ctx)).flatMap(({ budget, ...team }) =>
      budget === null || team.suspended_at !== null ? [] : [{ ...team, budget }],
    )
    return {
      data: [
        ...(await toBudgetUses(ctx, 'campaign', found.slice(0, maxBudgets))),
        ...(await toBudgetUses(ctx, 'team', teams)),
      ],
      has_more: found.length > maxBudgets,
    }
  }),

  handleWithoutTx(contract.downloadSpend, async ({ db, member, query, reply }) => {
    const now = accounts.accountNow(db, member)
    const report = await readFromReplica(
      db,
      member.account_id,
      (ctx) => buildReport(ctx, query),
      now,
    )
    return sendCsv(reply, 'spend', formatReport(report))
  }),

  handleWithoutTx(contract.downloadCosts, async ({ db, member, query, reply }) => {
    const now = accounts.accountNow(db, member)
    const period = spend.toPeriod(toMonths(now, query))
    return sendCsv(reply, 'costs', streamCosts(db, member.account_id, period))
  }),
]

/** The list has at most this many budgets of campaigns. */
const maxBudgets = 200

async function toBudgetUses(
  ctx: TxContext,
  kind: spend.BudgetKind,
  owners: readonly (spend.OwnerWithBudget & { name: string })[],
) {
  const states = await spend.budgetStates(ctx, kind, owners)
  return owners.flatMap(({ id, name, budget }) => {
    const state = states.get(id)
    return state === undefined ? [] : [{ kind, id, name, ...budget, ...state }]
  })
}

interface SpendQuery {
  by?: spend.ReportGroup
  from?: string
  until?: string
}

const defaultMonths = 12

/**
 * Returns the first and the last month of a report. By default, the report covers the last twelve months,
 * including the present month.
 */
function toMonths(now: Date, { from, until }: SpendQuery): spend.ReportMonths {
  const last = until ?? now.toISOString().slice(0, 7)
  return { from: from ?? spend.addMonths(last, 1 - defaultMonths), until: last }
}

async function buildReport(ctx: TxContext, query: SpendQuery) {
  const { by = 'month' } = query
  const period = toMonths(ctx.now, query)
  const { rows, has_more, totals, previous } = await spend.getReport(ctx, by, period)
  const names = await findNames(ctx, by, rows)
  return {
    period,
    previous,
    totals: totals.map(({ key: _, ...sums }) => sums),
    rows: rows.map((row) => ({ ...row, name: names.get(row.key ?? '') ?? null })),
    has_more,
  }
}

async function findNames(
  ctx: TxContext,
  by: spend.ReportGroup,
  rows: readonly spend.ReportRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ key }) => key ?? []))].filter(isId)
  if (by === 'campaign') return campaigns.namesById(ctx, ids)
  if (by !== 'sender' && by !== 'team') return new Map()
  const find = by === 'team' ? accounts.findTeamsById : accounts.findUsersById
  return new Map([...(await find(ctx, ids))].map(([id, { name }]) => [id, name]))
}
