import pg from 'pg'

export interface Statement {
  /** The name it is prepared under; undefined behind a pooler that hands out another connection each time. */
  name: string | undefined
  text: string
  values: readonly unknown[]
}

/** What the driver knows of a connection and does not say in its types. */
interface Connection {
  parsedStatements: Record<string, string | undefined>
  bind(message: {
    statement?: string | undefined
    values: readonly unknown[]
    valueMapper: unknown
  }): void
  execute(message: object): void
  sync(): void
  stream: { destroy(): void; destroyed: boolean }
}

/** How the driver writes a value out. */
const { prepareValue: valueMapper } = (pg as unknown as { utils: { prepareValue: unknown } }).utils

const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: Connection }).connection

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
    const whole = Object.assign(
      new pg.Query('', (error) => (error ? reject(error) : resolve(undefined))),
      {
        submit(connection: Connection) {
          try {
            for (const { name, values } of statements) {
              connection.bind({ statement: name, values, valueMapper })
              connection.execute({})
            }
          } catch (error) {
            // What was already sent would be committed by a Sync. A lost connection rolls it back.
            connection.stream.destroy()
            return error
          }
          connection.sync()
          return undefined
        },
        handleDataRow() {},
        handleCommandComplete() {},
      },
    )
    client.query(whole as unknown as pg.Query)
  })
}
