import {
  columnNames,
  InvalidCell,
  maxStock,
  type ProductCells,
  parseWholeNumber,
  productColumns,
  stockPrefix,
  type VariantCells,
  variantColumns,
} from './columns.ts'
import { type CellError, type CsvFile, type CsvRow, truncate } from './csv-file.ts'

import {
  parseTranslation,
  parseTranslationColumn,
  type TranslationColumn,
} from './translation-columns.ts'

/**
 * The values of one row. A value is absent if the file does not have its column, or if the cell has an error.
 */
export interface ImportRow {
  line: number
  sku: string
  /**
   * The values of the product. In a further row of the same product, an empty cell has no value, because the
   * first row decides.
   */
  product: Partial<ProductCells>
  variant: Partial<VariantCells>
  /** The stock count for each warehouse id. An empty cell does not change the stock. */
  stock: ReadonlyMap<string, number>
  /** The translations. An empty text removes a translation. */
  texts: ReadonlyMap<TranslationColumn, string>
  cells: CsvRow['cells']
}

/** Collects errors, and limits the number of returned errors. */
export interface ErrorList {
  add(
    row: Pick<CsvRow, 'line'> & { cells?: CsvRow['cells'] },
    column: string,
    message: string,
  ): void
  readonly errors: readonly CellError[]
}

export function createErrorList(initial: readonly CellError[]): ErrorList {
  const errors = [...initial]
  return {
    errors,
    add({ line, cells }, column, message) {
      const value = cells?.get(column)
      errors.push({ line, column, value: value === undefined ? null : truncate(value), message })
    },
  }
}

/** Parses the cells of all rows. The map `warehouses` contains the warehouse id for each column label. */
export function parseRows(
  file: CsvFile,
  warehouses: ReadonlyMap<string, string>,
  errors: ErrorList,
): ImportRow[] {
  if (!checkColumns(file, warehouses, errors)) return []
  const seen = new Map<string, { line: number; sku: string }>()
  const translationColumns = file.columns.flatMap((each) => parseTranslationColumn(each) ?? [])
  return file.rows.flatMap((row): ImportRow[] => {
    const { line, cells } = row
    const variant = parseCells(row, variantColumns, errors, true)
    if (variant.sku === undefined) return []
    const earlier = seen.get(toScannedSku(variant.sku))
    if (earlier !== undefined) {
      const message =
        earlier.sku === variant.sku
          ? `is the SKU of line ${earlier.line} too; use another one`
          : `differs from line ${earlier.line} in upper and lower case only, which scanners ignore; use another one`
      errors.add(row, 'sku', message)
      return []
    }
    seen.set(toScannedSku(variant.sku), { line, sku: variant.sku })
    const product = parseCells(row, productColumns, errors, false)
    const stock = parseStock(row, warehouses, errors)
    const texts = parseTexts(row, translationColumns, errors)
    return [{ line, sku: variant.sku, product, variant, stock, texts, cells }]
  })
}

/** Converts an SKU to lower case, because the packing station ignores upper and lower case. */
export const toScannedSku = (sku: string): string => sku.toLowerCase()

/**
 * Adds an error for unknown columns. All unknown columns share one error, because a file from a shop has many
 * of them.
 */
function checkColumns(
  { columns }: CsvFile,
  warehouses: ReadonlyMap<string, string>,
  errors: ErrorList,
): boolean {
  const before = errors.errors.length
  const header = { line: 1 }
  const unknown: string[] = []
  if (columns.length > 0 && !columns.includes('sku'))
    errors.add(header, 'sku', 'is missing; each row needs the SKU of its variant')
  for (const column of columns) {
    if (column.startsWith(stockPrefix)) {
      if (findWarehouse(warehouses, column) === undefined)
        errors.add(
          header,
          truncate(column),
          `names no warehouse; there are ${[...warehouses.keys()].join(', ') || 'none'}`,
        )
    } else if (
      !(columnNames as readonly string[]).includes(column) &&
      parseTranslationColumn(column) === undefined
    )
      unknown.push(column)
  }
  const [first, ...others] = unknown
  if (first !== undefined) {
    const more =
      others.length === 0
        ? ''
        : `, and neither ${others.length === 1 ? 'is' : 'are'} ${others.map(truncate).join(', ')}`
    errors.add(
      header,
      truncate(first),
      `is not a column${more}; the columns are ${columnNames.join(', ')}, product_name:LANGUAGE, description:LANGUAGE, variant_name:LANGUAGE, stock:WAREHOUSE`,
    )
  }
  return columns.length > 0 && errors.errors.length === before
}

/**
 * Parses the cells of a row. Parses empty cells only for variants. For products, the import planner decides
 * what an empty cell means.
 */
function parseCells<Cells extends object>(
  row: CsvRow,
  columns: { [Name in keyof Cells]: { parse(cell: string): Cells[Name] } },
  errors: ErrorList,
  parsesEmpty: boolean,
): Partial<Cells> {
  const values: Partial<Cells> = {}
  for (const name of Object.keys(columns) as (keyof Cells & string)[]) {
    const cell = row.cells.get(name)
    if (cell === undefined || (!parsesEmpty && cell.trim() === '')) continue
    tryCell(row, name, errors, () => {
      values[name] = columns[name].parse(cell)
    })
  }
  return values
}

/**
 * Finds the warehouse with exactly this name. If there is none, finds the only warehouse whose name differs
 * just in upper and lower case.
 */
function findWarehouse(
  warehouses: ReadonlyMap<string, string>,
  column: string,
): string | undefined {
  const label = column.slice(stockPrefix.length)
  const exact = warehouses.get(label)
  if (exact !== undefined) return exact
  const [similar, ...others] = [...warehouses].filter(
    ([name]) => name.toLowerCase() === label.toLowerCase(),
  )
  return others.length === 0 ? similar?.[1] : undefined
}

function parseTexts(
  row: CsvRow,
  columns: readonly TranslationColumn[],
  errors: ErrorList,
): Map<TranslationColumn, string> {
  const texts = new Map<TranslationColumn, string>()
  for (const each of columns)
    tryCell(row, each.column, errors, () =>
      texts.set(each, parseTranslation(each, row.cells.get(each.column) ?? '')),
    )
  return texts
}

function parseStock(
  row: CsvRow,
  warehouses: ReadonlyMap<string, string>,
  errors: ErrorList,
): Map<string, number> {
  const stock = new Map<string, number>()
  for (const [column, cell] of row.cells) {
    const id = column.startsWith(stockPrefix) ? findWarehouse(warehouses, column) : undefined
    if (id === undefined || cell.trim() === '') continue
    tryCell(row, column, errors, () => stock.set(id, parseWholeNumber(cell, 0, maxStock)))
  }
  return stock
}

/** Runs a function that parses a cell, and adds an error if the cell cannot be parsed. */
export function tryCell(row: CsvRow, column: string, errors: ErrorList, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof InvalidCell)) throw error
    errors.add(row, column, error.message)
  }
}
