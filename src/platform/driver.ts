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
    isGathering?: boolean
    cork(): void
    uncork(): void
    destroy(): void
    destroyed: boolean
  }
}

export const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: Connection }).connection

/** How the driver writes a value out. */
const { prepareValue: valueMapper } = (pg as unknown as { utils: { prepareValue: unknown } }).utils

/** Asks for one run of a prepared statement. Throws, and has sent nothing, when a value cannot be written out. */
export function execute(
  connection: Connection,
  statement: string | undefined,
  values: readonly unknown[],
): void {
  connection.bind({ statement, values, valueMapper })
  connection.execute({})
}

/** What the driver makes of the description of a statement's rows. */
export interface Shape {
  fields: pg.FieldDef[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

export function shapeOf(result: pg.QueryResult): Shape {
  const { fields, _parsers, _prebuiltEmptyResultObject } = result as pg.QueryResult & Shape
  return { fields, _parsers, _prebuiltEmptyResultObject }
}

type Heard = (error: Error | undefined, result: pg.QueryResult) => void

/** A query that sends what it likes. With a shape given, its rows are read by that; without one they are not heard. */
export function ownQuery(
  submit: (connection: Connection) => unknown,
  heard: Heard,
  shape?: Shape,
): pg.Query {
  const query = new pg.Query('', heard as never) as pg.Query & {
    _result: object
    _accumulateRows: boolean
  }
  if (shape === undefined) Object.assign(query, { handleDataRow() {}, handleCommandComplete() {} })
  else {
    Object.assign(query._result, shape)
    query._accumulateRows = true
  }
  return Object.assign(query, { submit })
}
