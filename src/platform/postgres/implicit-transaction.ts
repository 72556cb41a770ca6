import type pg from 'pg'
import { isPrepared, sendAllWithOneSync } from './pg-internals.ts'
import type { SentStatement, Statement } from './prepared-statement.ts'

/** Returns whether the connection has already prepared all of these statements. */
export const areAllPrepared = (client: pg.ClientBase, statements: readonly Statement[]): boolean =>
  statements.every(({ name, text }) => name && isPrepared(client, name, text))

/**
 * Runs prepared statements as one transaction without BEGIN and COMMIT. PostgreSQL treats all statements
 * before one Sync as a transaction, and writes one response for all of them. With a response for each
 * statement, each response would cost a system call on both sides.
 */
export const runInImplicitTransaction = (
  client: pg.ClientBase,
  statements: readonly SentStatement[],
): Promise<unknown> => sendAllWithOneSync(client, statements)
