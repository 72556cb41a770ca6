import pg from 'pg'

/*
 * What the driver does, and does not say in its types. Its version is pinned; whoever raises it looks here.
 */

/** A connection as the driver keeps it. */
export interface Connection {
  /** The text of each statement that it has prepared, by name. */
  parsedStatements: Record<string, string | undefined>
  bind(message: {
    statement: string | undefined
    values: readonly unknown[]
    valueMapper: unknown
  }): void
  execute(message: object): void
  sync(): void
  stream: {
    isCoalescing?: boolean
    cork(): void
    uncork(): void
    destroy(): void
    destroyed: boolean
  }
}

export const getConnection = (client: pg.ClientBase) =>
  (client as unknown as { connection: Connection }).connection

/** How the driver writes a value out. */
const { prepareValue: valueMapper } = (pg as unknown as { utils: { prepareValue: unknown } }).utils

/** Asks for one run of a prepared statement. Throws, and has sent nothing, when a value cannot be written out. */
export function bindAndExecute(
  connection: Connection,
  statement: string | undefined,
  values: readonly unknown[],
): void {
  connection.bind({ statement, values, valueMapper })
  connection.execute({})
}

/** What the driver makes of the description of a statement's rows. */
export interface RowDescription {
  fields: pg.FieldDef[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

export function getRowDescription(result: pg.QueryResult): RowDescription {
  const { fields, _parsers, _prebuiltEmptyResultObject } = result as pg.QueryResult & RowDescription
  return { fields, _parsers, _prebuiltEmptyResultObject }
}

type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void

/** A query that sends what it likes. With a shape given, its rows are read by that; without one they are not heard. */
export function createRawQuery(
  submit: (connection: Connection) => unknown,
  callback: QueryCallback,
  rowDescription?: RowDescription,
): pg.Query {
  const query = new pg.Query('', callback as never) as pg.Query & {
    _result: object
    _accumulateRows: boolean
  }
  if (rowDescription === undefined)
    Object.assign(query, { handleDataRow() {}, handleCommandComplete() {} })
  else {
    Object.assign(query._result, rowDescription)
    query._accumulateRows = true
  }
  return Object.assign(query, { submit })
}
