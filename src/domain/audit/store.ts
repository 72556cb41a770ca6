import type { Page } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { AuditFilter, AuditTables } from './tables.ts'

type AuditEntryRow = AuditTables['access.audit_entry']

const tables = ({ tx }: TxContext) => tx.withTables<AuditTables>()

export function insert(ctx: TxContext, row: AuditEntryRow): void {
  ctx.enqueue(
    `insert into access.audit_entry (account_id, id, at, actor_kind, actor_id, actor_name, actor_address,
                                     action, subject_kind, subject_id, subject_name, details, account_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      row.account_id,
      row.id,
      row.at,
      row.actor_kind,
      row.actor_id,
      row.actor_name,
      row.actor_address,
      row.action,
      row.subject_kind,
      row.subject_id,
      row.subject_name,
      row.details,
      row.account_at,
    ],
  )
}

/** Returns one entry more than the page size, if there is one. */
export function list(ctx: TxContext, filter: AuditFilter, { limit, after, order }: Page) {
  let query = tables(ctx)
    .selectFrom('access.audit_entry')
    .selectAll()
    .where('account_id', '=', ctx.account_id)
    .orderBy('id', order)
    .limit(limit + 1)
  if (after !== undefined) query = query.where('id', order === 'asc' ? '>' : '<', after)
  if (filter.actor_id !== undefined) query = query.where('actor_id', '=', filter.actor_id)
  if (filter.subject_id !== undefined) query = query.where('subject_id', '=', filter.subject_id)
  const { action } = filter
  if (action?.includes('.')) query = query.where('action', '=', action)
  else if (action !== undefined)
    // '/' is the character after '.': this range contains all verbs of the noun
    query = query.where('action', '>=', `${action}.`).where('action', '<', `${action}/`)
  if (filter.created_after !== undefined) query = query.where('at', '>=', filter.created_after)
  if (filter.created_before !== undefined) query = query.where('at', '<', filter.created_before)
  return query.execute()
}

export async function exists(ctx: TxContext, id: string): Promise<boolean> {
  const found = await ctx.query(
    'select from access.audit_entry where account_id = $1 and id = $2',
    [ctx.account_id, id],
  )
  return found.length > 0
}
