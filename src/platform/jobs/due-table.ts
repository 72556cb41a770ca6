import type { TxContext } from '../postgres/database.ts'

/** A table whose rows become due, as SQL. The loop that works on them may skip some, such as those that are leased. */
export interface DueTable {
  table: string
  /** The time at which a row becomes due. */
  dueAt: string
  /** The condition of the rows that are work. The default is all rows. */
  where?: string
  /** Builds the condition of a due row, if `dueAt` is not its time for the loop. */
  isDue?: (now: string) => string
  /** The clock that has written `dueAt`. The default is that of the process. */
  clock?: 'database'
  /** The most rows that `findOldestDue` reads of a table without an index by `dueAt`. */
  maxScanned?: number
}

const nowOf = ({ clock }: DueTable) => (clock === 'database' ? 'now()' : '$1::timestamptz')

/** Builds the SQL condition that a table has due rows. Its parameter `$1` is the time of the process. */
export function hasDueRows(due: DueTable): string {
  const { table, dueAt, where = 'true', isDue = (now: string) => `${dueAt} <= ${now}` } = due
  return `exists (select from ${table} where ${where} and ${isDue(nowOf(due))})`
}

/** Returns the time when the oldest row became due; undefined if none is due. The transaction is for ALL_ACCOUNTS. */
export function findOldestDue(ctx: TxContext, due: DueTable): Promise<Date | undefined> {
  const { table, dueAt, where = 'true', clock, maxScanned } = due
  const limit = maxScanned === undefined ? '' : ` limit ${maxScanned}`
  return ctx.queryValue<Date>(
    `select min(at) as at from (select ${dueAt} as at from ${table} where ${where}${limit}) due where at <= ${nowOf(due)}`,
    clock === 'database' ? [] : [ctx.now],
  )
}
