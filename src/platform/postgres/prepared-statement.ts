import type pg from 'pg'
import {
  bindAndExecute,
  createRawQuery,
  getRowDescription,
  type RowDescription,
} from './pg-internals.ts'
import { corkUntilNextTick } from './write-coalescing.ts'

export interface Statement {
  /** The name it is prepared under; undefined behind a pooler that hands out another connection each time. */
  name: string | undefined
  text: string
  values: readonly unknown[]
}

/**
 * Sends one statement. What its rows look like is asked for only the first time that a connection runs it:
 * PostgreSQL refuses to run a prepared statement whose columns would not be the same any more.
 */
export function execute(
  client: pg.ClientBase,
  { name, text, values }: Statement,
): Promise<pg.QueryResult> {
  corkUntilNextTick(client)
  if (name === undefined) return client.query({ text, values: [...values] })
  const rowDescriptions = getRowDescriptions(client)
  const rowDescription = rowDescriptions.get(name)
  if (rowDescription !== undefined) return executePrepared(client, name, values, rowDescription)
  const result = client.query({ name, text, values: [...values] })
  return result.then((described) => {
    rowDescriptions.set(name, getRowDescription(described))
    return described
  })
}

const rowDescriptionsByClient = new WeakMap<pg.ClientBase, Map<string, RowDescription>>()

function getRowDescriptions(client: pg.ClientBase): Map<string, RowDescription> {
  let rowDescriptions = rowDescriptionsByClient.get(client)
  if (rowDescriptions === undefined) {
    rowDescriptions = new Map()
    rowDescriptionsByClient.set(client, rowDescriptions)
  }
  return rowDescriptions
}

const executePrepared = (
  client: pg.ClientBase,
  name: string,
  values: readonly unknown[],
  rowDescription: RowDescription,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const query = createRawQuery(
      (connection) => {
        try {
          bindAndExecute(connection, name, values)
        } catch (error) {
          return error
        }
        connection.sync()
        return undefined
      },
      (error, result) => (error ? reject(error) : resolve(result)),
      rowDescription,
    )
    client.query(query)
  })
