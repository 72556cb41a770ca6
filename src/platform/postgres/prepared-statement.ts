import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
  corkUntilNextTick,
  getRowDescription,
  type RowDescription,
  sendPrepared,
  sendPreparedAfter,
} from './pg-internals.ts'

/**
 * A statement whose parameters are one row of values. The rows of several calls can run as one statement,
 * which costs PostgreSQL half as much as one statement for each row.
 */
export interface RowStatement {
  /**
   * Returns the text of the statement for this number of rows. The same number always gives the same string.
   */
  textFor(rowCount: number): string
}

export interface Statement {
  /** The name of the prepared statement. Undefined behind a pooler in transaction mode. */
  name: string | undefined
  text: string
  values: readonly unknown[]
  /**
   * A form of `text` that writes several rows. Only calls with this form can
   * share a statement with other calls.
   */
  rowStatement?: RowStatement
  /**
   * Runs after the commit, with the first column of each row that the statement returned, as text. A statement that was
   * merged from several calls returns the rows of all of them.
   */
  onRows?: (values: readonly string[]) => void
}

/** A statement for one execution, which collects the values for `onRows`. */
export interface SentStatement extends Statement {
  rows?: string[]
}

/** Returns the statements for one execution. A repeated execution collects its rows from the start. */
export const collectRows = (statements: readonly Statement[]): readonly SentStatement[] =>
  statements.map((each) => (each.onRows === undefined ? each : { ...each, rows: [] }))

/** Gives the rows of committed statements to their callers. */
export function deliverRows(statements: readonly SentStatement[]): void {
  for (const { rows, onRows } of statements) if (rows !== undefined) onRows?.(rows)
}

/**
 * Returns the name of the prepared statement for a text. Returns undefined if the
 * statement must not be prepared.
 */
export type StatementNamer = (text: string) => string | undefined

/**
 * Sends one statement. A connection requests the row description only when it runs the statement for the first
 * time. PostgreSQL rejects a prepared statement whose result columns have changed since it was prepared.
 */
export function execute(client: pg.ClientBase, statement: SentStatement): Promise<pg.QueryResult> {
  const result = executeOne(client, statement)
  const { rows } = statement
  if (rows === undefined) return result
  return result.then((found) => {
    rows.push(...found.rows.map((row: object) => String(Object.values(row)[0])))
    return found
  })
}

function executeOne(
  client: pg.ClientBase,
  { name, text, values }: Statement,
): Promise<pg.QueryResult> {
  corkUntilNextTick(client)
  if (name === undefined) return client.query({ text, values: [...values] })
  const rowDescriptions = getRowDescriptions(client)
  const rowDescription = rowDescriptions.get(name)
  if (rowDescription !== undefined) return sendPrepared(client, name, values, rowDescription)
  const result = client.query({ name, text, values: [...values] })
  return result.then((described) => {
    rowDescriptions.set(name, getRowDescription(described))
    return described
  })
}

/**
 * Sends prepared statements, and one last statement, with a single Sync. Returns
 * the result of the last statement. Returns undefined without sending anything if the connection does not
 * know the row description of the last statement.
 */
export function executeAfter(
  client: pg.ClientBase,
  before: readonly SentStatement[],
  { name, values }: Statement,
): Promise<pg.QueryResult> | undefined {
  if (name === undefined) return undefined
  const rowDescription = getRowDescriptions(client).get(name)
  if (rowDescription === undefined) return undefined
  corkUntilNextTick(client)
  return before.length === 0
    ? sendPrepared(client, name, values, rowDescription)
    : sendPreparedAfter(client, before, { name, values }, rowDescription)
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

/**
 * The maximum number of prepared statements. It limits their memory on the server if the text of
 * a statement varies without end.
 */
const maxPreparedStatements = 500

/**
 * Creates a function that gives each statement text one name, so that each connection plans the text once.
 * Texts beyond the limit get no name.
 */
export function createStatementNamer(): StatementNamer {
  const names = new Map<string, string>()
  return (text) => {
    const existing = names.get(text)
    if (existing !== undefined) return existing
    if (names.size >= maxPreparedStatements) return undefined
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
}
