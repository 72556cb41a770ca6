import type { Page } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { createBindings, enqueueInsert } from '#platform/postgres/table'
import type { AuditEntryRow, AuditFilter } from './tables.ts'

export const insert = (ctx: TxContext, row: AuditEntryRow): void =>
  enqueueInsert(ctx, 'access.audit_entry', row)

/** Returns one entry more than the page size, if there is one. */
export function list(
  ctx: TxContext,
  filter: AuditFilter,
  { limit, after, order }: Page,
): Promise<AuditEntryRow[]> {
  const { bind, values } = createBindings(ctx.account_id, limit + 1)
  const where = ['account_id = $1']
  if (after !== undefined) where.push(`id ${order === 'asc' ? '>' : '<'} ${bind(after)}`)
  if (filter.actor_id !== undefined) where.push(`actor_id = ${bind(filter.actor_id)}`)
  if (filter.subject_id !== undefined) where.push(`subject_id = ${bind(filter.subject_id)}`)
  const { action } = filter
  if (action?.includes('.')) where.push(`action = ${bind(action)}`)
  else if (action !== undefined)
    // '/' is the character after '.': this range contains all verbs of the noun
    where.push(`action >= ${bind(`${action}.`)}`, `action < ${bind(`${action}/`)}`)
  if (filter.created_after !== undefined) where.push(`at >= ${bind(filter.created_after)}`)
  if (filter.created_before !== undefined) where.push(`at < ${bind(filter.created_before)}`)
  return ctx.query<AuditEntryRow>(
    `select * from access.audit_entry where ${where.join(' and ')} order by id ${order} limit $2`,
    values,
  )
}

export const exists = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows('select from access.audit_entry where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
  ])
