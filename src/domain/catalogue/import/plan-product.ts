import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { ProductRow } from '../admin-store.ts'
import { noRules } from '../destinations.ts'
import {
  mergeCharityDetails,
  noCharityDetails,
  validateCharityDetails,
} from '../donation-details.ts'
import {
  mergeProductDetails,
  noProductDetails,
  validateProductDetails,
} from '../product-details.ts'
import { mergeRules, validateRules } from '../product-rules.ts'
import { type ProductCells, productColumns } from './columns.ts'
import type { ProductGroup } from './group-rows.ts'
import type { PictureLookup } from './import-pictures.ts'
import { type ErrorList, type ImportRow, tryCell } from './parse-rows.ts'
import { applyTexts, isProductText } from './translation-columns.ts'

export interface PlanInput {
  ctx: TxContext
  pictures: PictureLookup
  errors: ErrorList
  /** Collects the URLs whose pictures are not loaded yet. */
  missingPictures: Map<string, { row: ImportRow; column: string }>
}

/** Returns the product as the file wants it. Undefined without a name. */
export function planProduct(
  input: PlanInput,
  { existing, rows }: ProductGroup,
  index: number,
): ProductRow | undefined {
  const [first, ...others] = rows
  if (first === undefined) return undefined
  const cells = readProductCells(input, first, existing)
  for (const row of others) {
    compareProductCells(input, row, first, cells)
    compareTexts(input, row, first)
  }
  const { ctx, errors } = input
  const name = cells.product_name ?? existing?.name
  if (name === undefined) return undefined
  if (existing !== undefined && cells.kind !== undefined && cells.kind !== existing.kind)
    errors.add(first, 'kind', `cannot change after creation; enter ${existing.kind}`)
  const was = existing ?? createProduct(ctx, index)
  const rules = mergeRules(was, {
    ...(cells.destination_mode !== undefined && { destination_mode: cells.destination_mode }),
    ...(cells.destinations !== undefined && { destinations: cells.destinations }),
    ...(cells.minimum_age !== undefined && { minimum_age: cells.minimum_age }),
  })
  for (const { param, message } of validateRules(rules)) errors.add(first, param, message)
  const kind = existing?.kind ?? cells.kind ?? 'physical'
  const charity = mergeCharityDetails(was, {
    ...(cells.registration_number !== undefined && {
      registration_number: cells.registration_number,
    }),
    ...(cells.charity_url !== undefined && { charity_url: cells.charity_url }),
  })
  for (const { param, message } of validateCharityDetails(kind, charity))
    errors.add(first, param, message)
  const details = mergeProductDetails(was, cells)
  for (const { param, message } of validateProductDetails(details)) {
    const [column = '', ...path] = param.split('.')
    errors.add(first, column, path.length === 0 ? message : `${path.join('.')} ${message}`)
  }
  const { description = was.description, product_images } = cells
  const images = planImages(input, first, 'product_images', product_images, was.images, name)
  const archived_at = toArchivedAt(ctx, was.archived_at, cells.product_archived)
  const texts = [...first.texts].filter(([column]) => isProductText(column))
  const translations = applyTexts(was.translations, new Map(texts))
  const fields = { name, description, kind, images, translations, archived_at }
  return { ...was, ...rules, ...charity, ...details, ...fields }
}

const createProduct = (ctx: TxContext, index: number): ProductRow => ({
  ...noRules,
  ...noCharityDetails,
  ...noProductDetails,
  id: newId(ctx.now, index),
  name: '',
  description: '',
  kind: 'physical',
  images: [],
  translations: {},
  archived_at: null,
  created_at: ctx.now,
  updated_at: ctx.now,
})

/** Keeps the time of an earlier archiving. */
export const toArchivedAt = (
  { now }: TxContext,
  was: Date | null,
  isArchived: boolean | undefined,
): Date | null => (isArchived === undefined ? was : isArchived ? (was ?? now) : null)

/** Reads the cells of the first row. There an empty cell clears its value; an empty kind keeps it. */
function readProductCells(
  { errors }: PlanInput,
  row: ImportRow,
  existing: ProductRow | undefined,
): Partial<ProductCells> {
  const values: Record<string, unknown> = { ...row.product }
  for (const name of Object.keys(productColumns) as (keyof ProductCells)[]) {
    if (row.cells.get(name)?.trim() !== '') continue
    if (name === 'kind') continue
    if (name === 'destination_mode') values[name] = 'all'
    else if (name !== 'product_name' || existing !== undefined)
      tryCell(row, name, errors, () => {
        values[name] = productColumns[name].parse('')
      })
  }
  return values as Partial<ProductCells>
}

/** Adds an error for each cell that differs from the first row of the product. Empty cells repeat the first row. */
function compareProductCells(
  { errors }: PlanInput,
  row: ImportRow,
  first: ImportRow,
  cells: Partial<ProductCells>,
): void {
  for (const [name, value] of Object.entries(row.product)) {
    const { format } = productColumns[name as keyof ProductCells] as { format(v: unknown): string }
    const wanted = (cells as Record<string, unknown>)[name]
    if (wanted !== undefined && format(value) === format(wanted)) continue
    errors.add(row, name, differsFrom(first))
  }
}

/** Adds an error for each translation of the product that differs from its first row. */
function compareTexts({ errors }: PlanInput, row: ImportRow, first: ImportRow): void {
  for (const [column, text] of row.texts)
    if (isProductText(column) && text !== '' && text !== first.texts.get(column))
      errors.add(row, column.column, differsFrom(first))
}

const differsFrom = ({ line }: ImportRow) =>
  `differs from line ${line}; all rows of a product need the same value`

/** Returns the images of a cell, or the present ones without such a column. */
export function planImages(
  { pictures, missingPictures }: PlanInput,
  row: ImportRow,
  column: string,
  urls: readonly string[] | undefined,
  current: ProductRow['images'],
  name: string,
): ProductRow['images'] {
  if (urls === undefined) return current
  const { images, missing } = pictures.resolve(urls, current, name)
  for (const url of missing)
    if (!missingPictures.has(url)) missingPictures.set(url, { row, column })
  return images
}
