import type { TxContext } from '#platform/postgres/database'
import { deleteRows, insertRow, updateRows } from '#platform/postgres/table'
import type { Connection, ConnectionRow } from './tables.ts'

export const list = (ctx: TxContext): Promise<ConnectionRow[]> =>
  ctx.query<ConnectionRow>(
    'select * from connections.connection where account_id = $1 order by created_at, id',
    [ctx.account_id],
  )

export const find = (ctx: TxContext, id: string): Promise<ConnectionRow | undefined> =>
  ctx.queryFirst<ConnectionRow>(
    'select * from connections.connection where account_id = $1 and id = $2',
    [ctx.account_id, id],
  )

/** Locks a connection until the end of the transaction: no other transaction changes it or chooses it. */
export const lock = (ctx: TxContext, id: string): Promise<ConnectionRow | undefined> =>
  ctx.queryFirst<ConnectionRow>(
    'select * from connections.connection where account_id = $1 and id = $2 for update',
    [ctx.account_id, id],
  )

const portSelect = 'select * from connections.connection where account_id = $1 and port = $2'

export const findOfPort = (ctx: TxContext, port: string): Promise<ConnectionRow[]> =>
  ctx.query<ConnectionRow>(portSelect, [ctx.account_id, port])

/** Finds the connections of a port, which cannot be deleted before the end of the transaction. */
export const lockOfPort = (ctx: TxContext, port: string): Promise<ConnectionRow[]> =>
  ctx.query<ConnectionRow>(`${portSelect} for key share`, [ctx.account_id, port])

/** Finds the account of a connection, in all accounts. */
export const findAccount = (ctx: TxContext, id: string): Promise<string | undefined> =>
  ctx.queryValue<string>('select account_id from connections.connection where id = $1', [id])

/** Finds the accounts with a default connection of a port that is enabled. The transaction covers all accounts. */
export const findAccountsWith = (ctx: TxContext, port: string): Promise<string[]> =>
  ctx.queryValues<string>(
    'select account_id from connections.connection where port = $1 and is_default and enabled',
    [port],
  )

/** A connection in one version of its settings. */
export interface ConnectionVersion {
  account_id: string
  id: string
  version: string
}

/**
 * Finds the enabled default connections of a port in accounts that are not suspended, in an order that depends on the seed. The
 * transaction covers all accounts.
 */
export const listVersions = (
  ctx: TxContext,
  port: string,
  { limit, seed }: { limit: number; seed: string },
): Promise<ConnectionVersion[]> =>
  ctx.query<ConnectionVersion>(
    `select account_id, id, updated_at::text as version from connections.connection
      where port = $1 and is_default and enabled and access.suspended_at(account_id) is null
      order by md5(id::text || $3), id limit $2`,
    [port, limit, seed],
  )

export const insert = (ctx: TxContext, row: ConnectionRow): Promise<void> =>
  insertRow(ctx, 'connections.connection', row)

export const update = (
  ctx: TxContext,
  { account_id, id }: Pick<Connection, 'account_id' | 'id'>,
  changes: Partial<ConnectionRow>,
): Promise<number> => updateRows(ctx, 'connections.connection', { account_id, id }, changes)

export const remove = (ctx: TxContext, id: string): Promise<number> =>
  deleteRows(ctx, 'connections.connection', { account_id: ctx.account_id, id })

/** Takes the default of a port from the connection that has it. */
export const clearDefault = (ctx: TxContext, port: string): void =>
  ctx.enqueue(
    'update connections.connection set is_default = false where account_id = $1 and port = $2 and is_default',
    [ctx.account_id, port],
  )

/** Stores a success. Writes a healthy connection once a minute at most, because a warehouse sends many parcels. */
export const storeSuccess = (ctx: TxContext, id: string): void =>
  ctx.enqueue(
    `update connections.connection set last_success_at = now(), failing_since = null, failures = 0
      where account_id = $1 and id = $2
        and (failures > 0 or last_success_at is null or last_success_at < now() - interval '1 minute')`,
    [ctx.account_id, id],
  )

export const storeFailure = (ctx: TxContext, id: string, reason: string, failures: number): void =>
  ctx.enqueue(
    `update connections.connection
        set last_error = $3, last_error_at = now(), failing_since = coalesce(failing_since, now()),
            failures = least(failures + $4, 1000000)
      where account_id = $1 and id = $2`,
    [ctx.account_id, id, reason, failures],
  )

/** Finds enabled connections with at least this number of failures since the last success. */
export const findFailing = (
  ctx: TxContext,
  minFailures: number,
): Promise<{ id: string; failing_since: Date }[]> =>
  ctx.query(
    `select id, failing_since from connections.connection
      where account_id = $1 and enabled and failures >= $2 and failing_since is not null order by id`,
    [ctx.account_id, minFailures],
  )
