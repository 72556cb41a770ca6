import type { RowStatement, Statement, StatementNamer } from './prepared-statement.ts'

/**
 * Creates a row statement.
 *
 * @param columns    the name and SQL type of each value of a row
 * @param buildText  returns the text; `rows` is `(…) as (values …)`, the column names and rows of a common
 *                   table expression
 */
export function rowStatement(
  columns: Readonly<Record<string, string>>,
  buildText: (rows: string) => string,
): RowStatement {
  const texts = new Map<number, string>()
  const types = Object.values(columns)
  const buildRow = (row: number) =>
    `(${types.map((type, column) => `$${row * types.length + column + 1}::${type}`).join(', ')})`
  const buildRows = (rowCount: number) =>
    `(${Object.keys(columns).join(', ')}) as (values ${Array.from({ length: rowCount }, (_, row) => buildRow(row)).join(', ')})`
  return {
    textFor(rowCount) {
      const text = texts.get(rowCount) ?? buildText(buildRows(rowCount))
      texts.set(rowCount, text)
      return text
    },
  }
}

/**
 * The numbers of rows that a merged statement can have. There are few, because each connection prepares each
 * of these statements.
 */
const rowCounts = [8, 4, 2, 1] as const

/** Merges adjacent calls of the same row statement. Does not change the order of the other statements. */
export function mergeRows(
  statements: readonly Statement[],
  nameStatement: StatementNamer,
): readonly Statement[] {
  if (!statements.some(isFollowedBySameRows)) return statements
  const merged: Statement[] = []
  for (let first = 0; first < statements.length; ) {
    const count = countToMerge(statements, first)
    merged.push(mergeCalls(statements.slice(first, first + count), nameStatement))
    first += count
  }
  return merged
}

const isFollowedBySameRows = (
  { rowStatement }: Statement,
  index: number,
  statements: readonly Statement[],
): boolean => rowStatement !== undefined && statements[index + 1]?.rowStatement === rowStatement

function countToMerge(statements: readonly Statement[], first: number): number {
  const rowStatement = statements[first]?.rowStatement
  if (rowStatement === undefined) return 1
  let count = 1
  while (count < rowCounts[0] && statements[first + count]?.rowStatement === rowStatement)
    count += 1
  return rowCounts.find((rowCount) => rowCount <= count) ?? 1
}

function mergeCalls(calls: readonly Statement[], nameStatement: StatementNamer): Statement {
  const [only] = calls
  if (only === undefined) throw new Error('no call to merge')
  if (only.rowStatement === undefined || calls.length === 1) return only
  const text = only.rowStatement.textFor(calls.length)
  const listeners = calls.flatMap(({ onRows }) => onRows ?? [])
  return {
    ...{ name: nameStatement(text), text, values: calls.flatMap(({ values }) => values) },
    ...(listeners.length > 0 && {
      onRows: (rows: readonly string[]) => {
        for (const onRows of listeners) onRows(rows)
      },
    }),
  }
}

/**
 * Orders the statements of independent transactions so that calls of the same row statement are
 * adjacent. Transactions with the same sequence of statements run position by position. All other
 * transactions run one after another.
 */
export function interleave(transactions: readonly (readonly Statement[])[]): Statement[] {
  const groups = new Map<string, (readonly Statement[])[]>()
  for (const statements of transactions) {
    const sequence = statements.map(({ name }) => name).join()
    groups.set(sequence, [...(groups.get(sequence) ?? []), statements])
  }
  return [...groups.values()].flatMap((group) =>
    (group[0] ?? []).flatMap((_, position) =>
      group.flatMap((statements) => statements[position] ?? []),
    ),
  )
}
