import { normalizeName } from './normalize-name.ts'
import type { Table } from './table.ts'

/**
 * The names of each column of an import, as exporters and people write them. The most usual name is the
 * first.
 */
export type ColumnNames<Column extends string> = Readonly<Record<Column, readonly string[]>>

/** The position of each column that a header names. */
export type ColumnIndexes<Column extends string> = Partial<Record<Column, number>>

export const listNames = (names: ColumnNames<string>): string[] => Object.values(names).flat()

/**
 * Finds the columns of a table by their names. If several columns have a fitting name, the column with the
 * most usual name is chosen.
 */
export function guessColumns<Column extends string>(
  { columns, format }: Pick<Table, 'columns' | 'format'>,
  names: ColumnNames<Column>,
): ColumnIndexes<Column> {
  const indexes: ColumnIndexes<Column> = {}
  if (format.header_line === 0) return indexes
  const used = new Set<number>()
  for (const column of Object.keys(names) as Column[]) {
    const known = names[column].map(normalizeName)
    const [match] = columns
      .filter(({ index, name }) => !used.has(index) && known.includes(normalizeName(name)))
      .toSorted(
        (one, other) =>
          known.indexOf(normalizeName(one.name)) - known.indexOf(normalizeName(other.name)),
      )
    if (match === undefined) continue
    indexes[column] = match.index
    used.add(match.index)
  }
  return indexes
}
