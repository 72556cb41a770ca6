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
  /** What a person has chosen; everything else is found out. */
  chosen: TableFormat
  columns: Partial<Record<Field, number>>
}

export interface TableKind<Field extends string> {
  names: ColumnNames<Field>
  limits: TableLimits
  /** Finds the columns; by their names if absent. */
  guess?: (table: Table) => Partial<Record<Field, number>>
}

/** Reads a file in the browser. Throws `TableError`. */
export async function openTableFile<Field extends string>(
  file: File,
  kind: TableKind<Field>,
): Promise<TableFile<Field>> {
  return parseTableFile(file.name, new Uint8Array(await file.arrayBuffer()), kind, {})
}

/** Reads the bytes of a file with a format. Throws `TableError`. */
export function parseTableFile<Field extends string>(
  name: string,
  bytes: Uint8Array,
  { names, limits, guess = (table) => guessColumns(table, names) }: TableKind<Field>,
  chosen: TableFormat,
): TableFile<Field> {
  const table = readTable(bytes, { limits, names: listNames(names), format: chosen })
  return { name, bytes, table, chosen, columns: guess(table) }
}

/** The format of a file for the service: as the preview shows it. */
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

/** The first and the last texts with letters beyond ASCII: they show the user whether the encoding is right. */
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
