import type pg from 'pg'
import { bindAndExecute, createRawQuery, getConnection } from './pg-internals.ts'
import type { Statement } from './prepared-statement.ts'

/** Whether the connection has prepared all of these before. */
export function areAllPrepared(client: pg.ClientBase, statements: readonly Statement[]): boolean {
  const { parsedStatements } = getConnection(client)
  return statements.every(({ name, text }) => name && parsedStatements[name] === text)
}

/** Whether the connection was ended on this side, of which the pool does not know yet. */
export const isConnectionClosed = (client: pg.ClientBase): boolean =>
  getConnection(client).stream.destroyed

/**
 * Runs statements that the connection knows as one transaction, without BEGIN and COMMIT around them:
 * PostgreSQL takes what comes before one Sync for a transaction. It answers once, where it would answer
 * each statement by itself, and each answer is a system call on both sides. What they return is not heard.
 */
export function runInImplicitTransaction(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const query = createRawQuery(
      (connection) => {
        try {
          for (const { name, values } of statements) bindAndExecute(connection, name, values)
        } catch (error) {
          // What was already sent would be committed by a Sync. A lost connection rolls it back.
          connection.stream.destroy()
          return error
        }
        connection.sync()
        return undefined
      },
      (error) => (error ? reject(error) : resolve(undefined)),
    )
    client.query(query)
  })
}
