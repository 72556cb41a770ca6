import pg from 'pg'

/*
 * All code that depends on undocumented parts of the `pg` driver. package.json pins the version of the
 * driver. `pg-internals.test.ts` fails when a new version changes one of these parts.
 */

/** The members of the driver's connection that are used although they are undocumented. */
interface Connection {
  /** The text of each prepared statement, by name. */
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

/** Converts a parameter value to the form in which the driver sends it. */
const { prepareValue: valueMapper } = (
  pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }
).utils

/** Returns whether the connection has prepared this text under this name. */
export const isPrepared = (client: pg.ClientBase, name: string, text: string): boolean =>
  getConnection(client).parsedStatements[name] === text

/** Returns whether this process has closed the connection. The pool may not have noticed yet. */
export const isConnectionClosed = (client: pg.ClientBase): boolean =>
  getConnection(client).stream.destroyed

/**
 * Corks the socket until the current synchronous code has run, so that all statements of that code leave in
 * one packet. Each write costs a system call on both sides, which is most of the cost of a small statement.
 */
export function corkUntilNextTick(client: pg.ClientBase): void {
  const { stream } = getConnection(client)
  if (stream.isCoalescing === true) return
  stream.isCoalescing = true
  stream.cork()
  process.nextTick(() => {
    stream.isCoalescing = false
    stream.uncork()
  })
}

/** The row description of a statement, as the driver has parsed it. */
export interface RowDescription {
  fields: pg.FieldDef[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

export function getRowDescription(result: pg.QueryResult): RowDescription {
  const { fields, _parsers, _prebuiltEmptyResultObject } = result as pg.QueryResult & RowDescription
  return { fields, _parsers, _prebuiltEmptyResultObject }
}

/** Runs a prepared statement with Bind, Execute and Sync. Parses its rows by the given description. */
export function sendPrepared(
  client: pg.ClientBase,
  name: string,
  values: readonly unknown[],
  rowDescription: RowDescription,
): Promise<pg.QueryResult> {
  return sendWithSync(
    client,
    (connection) => bindAndExecute(connection, name, values),
    rowDescription,
  )
}

interface PreparedCall {
  name: string | undefined
  values: readonly unknown[]
  /** Receives the first column of each row as text. The other rows are discarded. */
  rows?: string[]
}

/** Runs prepared statements with a single Sync after the last one. */
export function sendAllWithOneSync(
  client: pg.ClientBase,
  statements: readonly PreparedCall[],
): Promise<unknown> {
  const sendStatements = (connection: Connection) => {
    try {
      for (const { name, values } of statements) bindAndExecute(connection, name, values)
    } catch (error) {
      // A Sync would commit the statements that were already sent. The closed connection
      // makes the server roll them back.
      connection.stream.destroy()
      throw error
    }
  }
  return sendWithSync(client, sendStatements, undefined, statements)
}

/**
 * Runs prepared statements and a last one with a single Sync. Returns the result of the last statement. If a statement
 * fails, PostgreSQL skips the statements after it, and the promise rejects with its error. Sends nothing if a value cannot
 * be serialized.
 */
export function sendPreparedAfter(
  client: pg.ClientBase,
  before: readonly PreparedCall[],
  last: PreparedCall,
  rowDescription: RowDescription,
): Promise<pg.QueryResult> {
  const sendStatements = (connection: Connection) => {
    const calls = [...before, last].map(({ name, values }) => ({
      name,
      values: values.map((value) => valueMapper(value)),
    }))
    for (const { name, values } of calls) bindAndExecute(connection, name, values, unchanged)
  }
  return sendWithSync(client, sendStatements, rowDescription, before)
}

/** Returns the value unchanged, because it is already serialized. */
const unchanged = (value: unknown) => value

/**
 * Sends statements and one Sync. Returns the result of the last statement. If `sendStatements` throws,
 * sends no Sync and rejects with the error. The statements `before` collect their own rows. Discards all other rows
 * without a row description.
 */
function sendWithSync(
  client: pg.ClientBase,
  sendStatements: (connection: Connection) => void,
  rowDescription?: RowDescription,
  before: readonly PreparedCall[] = [],
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = createRawQuery(
      (connection) => {
        try {
          sendStatements(connection)
        } catch (error) {
          return error
        }
        connection.sync()
        return undefined
      },
      (error, result) => (error ? reject(error) : resolve(result)),
      rowDescription,
    )
    client.query(before.length === 0 ? query : collectBefore(query, before))
  })
}

interface ResultHandlers {
  handleDataRow(message: { fields: readonly unknown[] }, ...rest: unknown[]): void
  handleCommandComplete(...args: unknown[]): void
}

/** Makes a query collect the rows of the statements before the last one, if they want them. */
function collectBefore(query: pg.Query, before: readonly PreparedCall[]): pg.Query {
  const { handleDataRow, handleCommandComplete } = query as unknown as ResultHandlers
  let completed = 0
  const handlers: ResultHandlers = {
    handleDataRow(message, ...rest) {
      if (completed < before.length) before[completed]?.rows?.push(String(message.fields[0]))
      else handleDataRow.call(query, message, ...rest)
    },
    handleCommandComplete(...args) {
      if (completed < before.length) completed += 1
      else handleCommandComplete.apply(query, args)
    },
  }
  return Object.assign(query, handlers)
}

/**
 * Sends Bind and Execute for a statement. Throws before it sends anything if a value cannot be serialized.
 */
function bindAndExecute(
  connection: Connection,
  statement: string | undefined,
  values: readonly unknown[],
  mapValue = valueMapper,
): void {
  connection.bind({ statement, values, valueMapper: mapValue })
  connection.execute({})
}

type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void

/** Creates a query that sends its own messages. Discards result rows if there is no row description. */
function createRawQuery(
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

/**
 * Removes the client that the pool attaches to a connection error, so that no log
 * contains the whole connection.
 */
export function removeClient(error: Error & { client?: unknown }): void {
  delete error.client
}
