import type pg from 'pg'
import { connectionOf, execute, ownQuery } from './driver.ts'
import type { Statement } from './statement.ts'

/** Whether the connection has prepared all of these before. */
export function areKnown(client: pg.ClientBase, statements: readonly Statement[]): boolean {
  const { parsedStatements } = connectionOf(client)
  return statements.every(({ name, text }) => name && parsedStatements[name] === text)
}

/** Whether the connection was ended on this side, of which the pool does not know yet. */
export const isCut = (client: pg.ClientBase): boolean => connectionOf(client).stream.destroyed

/**
 * Runs statements that the connection knows as one transaction, without BEGIN and COMMIT around them:
 * PostgreSQL takes what comes before one Sync for a transaction. It answers once, where it would answer
 * each statement by itself, and each answer is a system call on both sides. What they return is not heard.
 */
export function runAsOne(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const whole = ownQuery(
      (connection) => {
        try {
          for (const { name, values } of statements) execute(connection, name, values)
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
    client.query(whole)
  })
}
