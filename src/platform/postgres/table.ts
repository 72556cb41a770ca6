import type { TxContext } from './tx-context.ts'

/*
 * Statements about the rows of one table whose columns have the names of an object's members. Every other
 * statement is written as SQL. An array for a jsonb column must be JSON, because PostgreSQL reads other
 * arrays as its own arrays.
 */

/** The values of columns by their names. A member that is undefined is left out, except in a key. */
type Columns = object

/** Inserts a row. Columns without a value get their defaults. */
export const insertRow = (ctx: TxContext, table: string, row: Columns): Promise<void> =>
  insertRows(ctx, table, [row])

/** Inserts a row like `insertRow`, but does not await the statement. */
export const enqueueInsert = (ctx: TxContext, table: string, row: Columns): void =>
  ctx.enqueue(...buildInsert(table, [row]))

/** Inserts rows. All rows must have the columns of the first row. */
export async function insertRows(
  ctx: TxContext,
  table: string,
  rows: readonly Columns[],
): Promise<void> {
  if (rows.length > 0) await ctx.query(...buildInsert(table, rows))
}

/**
 * Inserts a row, or replaces the row with the same values of `key`, which are the columns of a unique index.
 */
export async function upsertRow(
  ctx: TxContext,
  table: string,
  key: readonly string[],
  row: Columns,
): Promise<void> {
  const [text, values] = buildInsert(table, [row])
  const assignments = toEntries(row).map(([name]) => `${name} = excluded.${name}`)
  await ctx.query(
    `${text} on conflict (${key.join(', ')}) do update set ${assignments.join(', ')}`,
    values,
  )
}

function buildInsert(
  table: string,
  rows: readonly Columns[],
): [text: string, values: readonly unknown[]] {
  const names = toEntries(rows[0] ?? {}).map(([name]) => name)
  const { bind, values } = createBindings()
  const tuples = rows.map((row) => {
    const byName = new Map<string, unknown>(Object.entries(row))
    return `(${names.map((name) => bind(byName.get(name))).join(', ')})`
  })
  return [`insert into ${table} (${names.join(', ')}) values ${tuples.join(', ')}`, values]
}

/** Changes the rows with this key. Returns the number of changed rows. */
export function updateRows(
  ctx: TxContext,
  table: string,
  key: Columns,
  changes: Columns,
): Promise<number> {
  const { bind, values } = createBindings()
  const assignments = assign(changes, bind).join(', ')
  const condition = toCondition(key, bind)
  return ctx.countRows(
    `update ${table} set ${assignments} where ${condition} returning true`,
    values,
  )
}

/** Deletes the rows with this key. Returns the number of deleted rows. */
export function deleteRows(ctx: TxContext, table: string, key: Columns): Promise<number> {
  const { bind, values } = createBindings()
  const condition = toCondition(key, bind)
  return ctx.countRows(`delete from ${table} where ${condition} returning true`, values)
}

/** Deletes at most `limit` rows of any account that match a condition. Returns the number of deleted rows. */
export const deleteSome = (
  ctx: TxContext,
  table: string,
  limit: number,
  condition: string,
  values?: readonly unknown[],
): Promise<number> =>
  ctx.countRows(
    `delete from ${table} where ctid = any (array(
       select ctid from ${table} where ${condition} limit ${limit})) returning true`,
    values,
  )

/**
 * Builds the condition for a key. Throws if a value of the key is missing, because the
 * condition would match all rows.
 */
function toCondition(key: Columns, bind: (value: unknown) => string): string {
  const missing = Object.entries(key).find(([, value]) => value === undefined)
  if (missing !== undefined) throw new Error(`the key has no ${missing[0]}`)
  return assign(key, bind).join(' and ')
}

function assign(columns: Columns, bind: (value: unknown) => string): string[] {
  const assignments = toEntries(columns).map(([name, value]) => `${name} = ${bind(value)}`)
  if (assignments.length === 0) throw new Error('a statement needs a column')
  return assignments
}

/**
 * Returns the columns that have a value. Throws for an invalid name. The names of columns become part of a
 * statement, so input must never decide them.
 */
function toEntries(columns: Columns): [name: string, value: unknown][] {
  const entries = Object.entries(columns).filter(([, value]) => value !== undefined)
  const invalid = entries.find(([name]) => !/^[a-z][a-z0-9_]*$/.test(name))
  if (invalid !== undefined) throw new Error(`no name of a column: ${invalid[0]}`)
  return entries
}

/** Creates the numbered parameters of a statement. `bind` adds a value and returns its placeholder. */
export function createBindings(...values: unknown[]): {
  values: unknown[]
  bind: (value: unknown) => string
} {
  return { values, bind: (value) => `$${values.push(value)}` }
}
