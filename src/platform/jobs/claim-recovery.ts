import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '../postgres/database.ts'

/**
 * The milliseconds after which recovery stops and claimed rows wait for the end of their
 * lease, because that end may be near.
 */
const maxRecoveryMs = 30_000

interface UnconfirmedClaim<Row> {
  rows: readonly Row[]
  transaction_id: string
  claimedAt: number
}

export interface ClaimRecovery<Row> {
  /** Runs `claim` in a transaction for all accounts. Returns the claimed rows. */
  claim(claim: (ctx: TxContext) => Promise<readonly Row[]>): Promise<readonly Row[]>
  /**
   * Finds the rows of a claim that PostgreSQL has committed although the response to the
   * COMMIT was lost. Without this recovery, they would wait until their lease ends. Throws
   * while the database is not available.
   */
  recover(): Promise<readonly Row[]>
}

export function createClaimRecovery<Row>(db: Database): ClaimRecovery<Row> {
  let unconfirmed: UnconfirmedClaim<Row>[] = []

  async function claim(run: (ctx: TxContext) => Promise<readonly Row[]>): Promise<readonly Row[]> {
    let claimed: UnconfirmedClaim<Row> | undefined
    try {
      return await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
        const rows = await run(ctx)
        if (rows.length === 0) return rows
        const transaction_id = await readTransactionId(ctx)
        claimed = { rows, transaction_id, claimedAt: performance.now() }
        return rows
      })
    } catch (error) {
      if (claimed !== undefined) unconfirmed.push(claimed)
      throw error
    }
  }

  async function recover(): Promise<readonly Row[]> {
    const isInTime = ({ claimedAt }: UnconfirmedClaim<Row>) =>
      performance.now() - claimedAt < maxRecoveryMs
    unconfirmed = unconfirmed.filter(isInTime)
    if (unconfirmed.length === 0) return []
    const ids = unconfirmed.map(({ transaction_id }) => transaction_id)
    const statuses = await readTransaction(db, ALL_ACCOUNTS, (ctx) => readStatuses(ctx, ids))
    const withStatus = (status: TransactionStatus) =>
      unconfirmed.filter((_, index) => statuses[index] === status)
    const committed = withStatus('committed').filter(isInTime)
    unconfirmed = withStatus('in progress')
    return committed.flatMap(({ rows }) => rows)
  }

  return { claim, recover }
}

type TransactionStatus = 'in progress' | 'committed' | 'aborted'

async function readTransactionId(ctx: TxContext): Promise<string> {
  const [row] = await ctx.query<{ id: string }>('select pg_current_xact_id()::text as id')
  if (row === undefined) throw new Error('PostgreSQL returned no transaction id')
  return row.id
}

/**
 * Reads the status of each transaction. The status is null for a transaction that is so old that
 * PostgreSQL no longer knows it.
 */
const readStatuses = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<(TransactionStatus | null)[]> =>
  ctx.queryValues<TransactionStatus | null>(
    `select pg_xact_status(id::xid8) as status
       from unnest($1::text[]) with ordinality as t (id, position) order by position`,
    [ids],
  )
