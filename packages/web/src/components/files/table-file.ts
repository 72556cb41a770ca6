import {
  type ColumnNames,
  guessColumns,
  listNames,
  readTable,
  type Table,
  type TableFormat,
  type TableLimits,
} from '#web/tables.ts'

/** A file that was read, with the column of each field. */
export interface TableFile<Field extends string> {
  name: string
  bytes: Uint8Array
  table: Table
  /** The format that a person has chosen. The code detects every other part of the format. */
  chosen: TableFormat
  columns: Partial<Record<Field, number>>
}

export interface TableKind<Field extends string> {
  names: ColumnNames<Field>
  limits: TableLimits
  /** Guesses the column of each field. Without this function, the names of the columns decide. */
  guess?: (table: Table) => Partial<Record<Field, number>>
}

/** Reads a file in the browser. Throws a `TableError` if the file is not a readable table. */
export async function openTableFile<Field extends string>(
  file: File,
  kind: TableKind<Field>,
): Promise<TableFile<Field>> {
  return parseTableFile(file.name, new Uint8Array(await file.arrayBuffer()), kind, {})
}

/**
 * Parses the bytes of a file in a given format. Throws a `TableError` if the bytes are not a readable table.
 */
export function parseTableFile<Field extends string>(
  name: string,
  bytes: Uint8Array,
  { names, limits, guess = (table) => guessColumns(table, names) }: TableKind<Field>,
  chosen: TableFormat,
): TableFile<Field> {
  const table = readTable(bytes, { limits, names: listNames(names), format: chosen })
  return { name, bytes, table, chosen, columns: guess(table) }
}

/**
 * Returns the format of a file for the service. The service then reads the file exactly as the preview shows
 * it.
 */
export const toImportFormat = <Field extends string>({ table, columns }: TableFile<Field>) => ({
  ...table.format,
  columns: columns as Record<string, number>,
})

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let first = 0; first < bytes.length; first += 0x8000)
    text += String.fromCharCode(...bytes.subarray(first, first + 0x8000))
  return btoa(text)
}

/**
 * Finds the first and the last texts with letters beyond ASCII. These texts show the user whether the
 * encoding is right.
 */
export function findEncodingSamples({ rows }: Table): string[] {
  const samples = new Set<string>()
  for (const { cells } of rows)
    for (const cell of cells) {
      if (/[^\p{ASCII}]/u.test(cell)) samples.add(cell.slice(0, 40))
      if (samples.size === 1_000) break
    }
  const found = [...samples]
  return found.length <= 4 ? found : [...found.slice(0, 3), ...found.slice(-1)]
}
