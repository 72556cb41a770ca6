import { type Database, everyone, inTransaction, type Work } from './postgres.ts'

/**
 * Something to do outside the house, many times over: a mail to hand to a server, an order to place
 * with a carrier. It is claimed in one transaction, done in none, and settled in another, so that no
 * transaction waits for the network and nothing is forgotten when a process dies in between.
 */
export interface Errands<Row extends { account_id: string }, Outcome> {
  /** Takes some that are due, and leases them until then: nobody else takes them before. */
  claim(work: Work): Promise<readonly Row[]>
  /** Does one. That the outside world failed is an outcome, not an error. */
  act(row: Row): Promise<Outcome>
  /** Writes down what came of it, in a transaction of the row's account. */
  settle(work: Work, row: Row, outcome: Outcome): Promise<void>
}

/** Claims once, does what was claimed side by side, and answers how many that were. */
export async function runErrands<Row extends { account_id: string }, Outcome>(
  db: Database,
  errands: Errands<Row, Outcome>,
): Promise<number> {
  const rows = await inTransaction(db, everyone, (work) => errands.claim(work))
  await Promise.all(
    rows.map(async (row) => {
      const outcome = await errands.act(row)
      await inTransaction(db, row.account_id, (work) => errands.settle(work, row, outcome))
    }),
  )
  return rows.length
}
