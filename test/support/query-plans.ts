import assert from 'node:assert/strict'
import type { PoolClient } from 'pg'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import { eventually } from '#test/eventually'

/** A node of the plan that PostgreSQL returns for `explain (analyze, buffers, format json)`. */
export interface QueryPlan {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: QueryPlan[]
}

/** Counts the buffers that the execution of a plan read, from the cache or from the disk. */
export const countPlanBuffers = (plan: QueryPlan): number =>
  plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/**
 * Runs the queries of `callback` in a transaction of the account. Before each query, runs its
 * statement with `explain`, and passes the plan and the text to `onPlan`. A statement that
 * writes would therefore write twice.
 */
export async function explainQueries(
  { db }: { db: Database },
  account_id: string,
  callback: (ctx: TxContext) => Promise<unknown>,
  onPlan: (plan: QueryPlan, text: string) => void,
): Promise<void> {
  await inTransaction(db, account_id, async (ctx) => {
    const query: TxContext['query'] = async (text, values) => {
      const [row] = await ctx.query<{ 'QUERY PLAN': [{ Plan: QueryPlan }] }>(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      )
      const plan = row?.['QUERY PLAN'][0].Plan
      assert.ok(plan !== undefined)
      onPlan(plan, text)
      return ctx.query(text, values)
    }
    await callback({ ...ctx, query })
  })
}

/** Counts the buffers that the queries of `callback` read. Throws if `callback` makes no query. */
export async function countBuffers(
  database: { db: Database },
  account_id: string,
  callback: (ctx: TxContext) => Promise<unknown>,
): Promise<number> {
  const buffers: number[] = []
  await explainQueries(database, account_id, callback, (plan) => {
    buffers.push(countPlanBuffers(plan))
  })
  assert.ok(buffers.length > 0, 'the callback makes queries')
  return buffers.reduce((sum, each) => sum + each, 0)
}

/**
 * Marks all pages of the tables as all-visible, so that index-only scans are possible. A vacuum skips rows
 * whose commit is not flushed yet. PostgreSQL tracks flushed commits for groups of transactions, so the
 * commits of the statistics also need synchronous_commit.
 */
export async function vacuum({ db }: { db: Database }, tables: readonly string[]): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('set synchronous_commit = on')
    // Commits of other tests in the same group of transactions can be unflushed for a moment.
    await eventually(() => isVacuumed(client, tables), { message: 'all pages are visible to all' })
    await client.query('reset synchronous_commit')
  } finally {
    client.release()
  }
}

async function isVacuumed(client: PoolClient, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
  const { rows } = await client.query(
    `select relname from pg_class
      where oid = any ($1::regclass[]) and relkind = 'r' and relallvisible < relpages - 1`,
    [tables],
  )
  return rows.length === 0
}
