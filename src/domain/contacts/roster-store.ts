import type { TxContext } from '#platform/postgres/database'
import { insertRow, updateRows } from '#platform/postgres/table'

/** How many people the last run added, changed, removed and skipped. */
export interface RosterCounts {
  added: number
  changed: number
  removed: number
  skipped: number
}

/** The runs of a connection that reads contacts. */
export interface RosterRow {
  connection_id: string
  cursor: string | null
  due_at: Date
  lease_id: string | null
  leased_until: Date | null
  /** Whether the next run removes people also when they are suspiciously many. */
  accepts_removals: boolean
  last_run_at: Date | null
  counts: RosterCounts | null
  /** The people whom the last run did not remove, because they were suspiciously many. */
  refused_removals: number
}

export const table = 'contacts.roster'

export const insert = (ctx: TxContext, connection_id: string): Promise<void> =>
  insertRow(ctx, table, { account_id: ctx.account_id, connection_id, due_at: ctx.real_now })

export const list = (ctx: TxContext): Promise<RosterRow[]> =>
  ctx.query<RosterRow>(`select * from ${table} where account_id = $1`, [ctx.account_id])

export const lock = (ctx: TxContext, connection_id: string): Promise<RosterRow | undefined> =>
  ctx.queryFirst<RosterRow>(
    `select * from ${table} where account_id = $1 and connection_id = $2 for update`,
    [ctx.account_id, connection_id],
  )

export const update = (
  ctx: TxContext,
  connection_id: string,
  changes: Partial<RosterRow>,
): Promise<number> => updateRows(ctx, table, { account_id: ctx.account_id, connection_id }, changes)

/** Takes the lease of a roster that is due. Another process takes it when this one has not finished in time. */
export const claimDue = (
  ctx: TxContext,
  lease_id: string,
  leaseMs: number,
): Promise<RosterRow | undefined> =>
  ctx.queryFirst<RosterRow>(
    `update ${table} set lease_id = $3, leased_until = $2::timestamptz + make_interval(secs => $4::float8 / 1000),
            due_at = $2::timestamptz + make_interval(secs => $4::float8 / 1000)
      where account_id = $1 and connection_id = (
        select connection_id from ${table}
         where account_id = $1 and due_at <= $2 and (leased_until is null or leased_until <= $2)
         order by due_at limit 1 for update skip locked)
     returning *`,
    [ctx.account_id, ctx.real_now, lease_id, leaseMs],
  )
