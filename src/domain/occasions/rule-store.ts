import type { TxContext } from '#platform/postgres/database'
import { deleteRows, insertRow, updateRows } from '#platform/postgres/table'
import type { Rule } from './tables.ts'

const table = 'occasions.rule'

const selectRule = `select id, name, terms, owner_id, campaign_id, on_since, due_at, checked_at, problem, created_at, updated_at
  from ${table}`

export const list = (ctx: TxContext): Promise<Rule[]> =>
  ctx.query<Rule>(`${selectRule} where account_id = $1 order by created_at, id`, [ctx.account_id])

export const find = (ctx: TxContext, id: string): Promise<Rule | undefined> =>
  ctx.queryFirst<Rule>(`${selectRule} where account_id = $1 and id = $2`, [ctx.account_id, id])

export const findForUpdate = (ctx: TxContext, id: string): Promise<Rule | undefined> =>
  ctx.queryFirst<Rule>(`${selectRule} where account_id = $1 and id = $2 for update`, [
    ctx.account_id,
    id,
  ])

/** Locks a rule that is due, unless another process has locked it. */
export const lockDue = (ctx: TxContext, id: string): Promise<Rule | undefined> =>
  ctx.queryFirst<Rule>(
    `${selectRule} where account_id = $1 and id = $2 and due_at <= $3 for update skip locked`,
    [ctx.account_id, id, ctx.real_now],
  )

export const insert = (ctx: TxContext, rule: Rule): Promise<void> =>
  insertRow(ctx, table, { account_id: ctx.account_id, ...rule, terms: JSON.stringify(rule.terms) })

export const update = (ctx: TxContext, { id, terms, ...rule }: Rule): Promise<number> =>
  updateRows(
    ctx,
    table,
    { account_id: ctx.account_id, id },
    { ...rule, terms: JSON.stringify(terms) },
  )

export const remove = (ctx: TxContext, id: string): Promise<number> =>
  deleteRows(ctx, table, { account_id: ctx.account_id, id })

/** Sets the time of the next check, by the real clock. */
export const setDueAt = (ctx: TxContext, id: string, due_at: Date): Promise<number> =>
  updateRows(ctx, table, { account_id: ctx.account_id, id }, { due_at })

export const setChecked = (
  ctx: TxContext,
  id: string,
  checked_at: Date,
  problem: string | null,
): Promise<number> =>
  updateRows(ctx, table, { account_id: ctx.account_id, id }, { checked_at, problem })
