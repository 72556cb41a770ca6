import { type FieldError, type Image, throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as deskStore from './admin-store.ts'
import { rejectDuplicateSku } from './create-product.ts'
import { imageUrls, toRelativeImages } from './image-urls.ts'
import { markPicturesUsed } from './pictures.ts'
import * as store from './store.ts'
import type { ProductKind } from './tables.ts'

export interface VariantInput {
  /** Of one that is there already; a new one without. */
  id?: string
  sku: string
  name: string
  images: readonly Image[]
}

export interface ProductInput {
  name: string
  description: string
  kind: ProductKind
  images: readonly Image[]
  /** All of them, in the order in which people see them. */
  variants: readonly VariantInput[]
}

/**
 * Makes a product what is wanted. Its variants stay, whatever is left out: gifts that are on their way
 * may be made of them. Answers how it was and how it is; undefined when the account has none by that id.
 *
 * @param check  told how it is before anything changes, with the row held
 */
export async function updateProduct(
  ctx: TxContext,
  id: string,
  input: ProductInput,
  check: (was: deskStore.ProductRow) => void,
): Promise<{ was: deskStore.ProductRow; is: deskStore.ProductRow } | undefined> {
  const was = isId(id) ? await deskStore.findProductForUpdate(ctx, id) : undefined
  if (was === undefined) return undefined
  check(was)
  const existing = await deskStore.findVariantsByProduct(ctx, [id])
  throwIfAny([...kindErrors(was, input), ...variantErrors(existing, input)])
  const { origin } = ctx.deployment
  const { name, description, kind } = input
  const images = toRelativeImages(input.images, origin)
  const is = { ...was, name, description, kind, images, updated_at: ctx.now }
  await deskStore.updateProduct(ctx, is)
  await saveVariants(ctx, id, existing, input.variants).catch(rejectDuplicateSku)
  markPicturesUsed(ctx, imageUrls([...images, ...input.variants.flatMap((each) => each.images)]))
  return { was, is }
}

/** What was promised as something to be posted cannot become something to be mailed. */
const kindErrors = (was: deskStore.ProductRow, { kind }: ProductInput): FieldError[] =>
  was.kind === kind
    ? []
    : [{ code: 'not_allowed', param: 'kind', message: 'stays as it was when it was made' }]

function variantErrors(
  existing: readonly deskStore.AdminVariantRow[],
  { variants }: ProductInput,
): FieldError[] {
  const wantedIds = new Set(variants.flatMap(({ id }) => id ?? []))
  const unknown = variants.flatMap(({ id }, index): FieldError[] =>
    id === undefined || existing.some((each) => each.id === id)
      ? []
      : [
          {
            code: 'invalid_reference',
            param: `variants.${index}.id`,
            message: 'names no variant of this product',
          },
        ],
  )
  const removed = existing.filter(({ id }) => !wantedIds.has(id))
  return removed.length === 0
    ? unknown
    : [
        ...unknown,
        { code: 'required', param: 'variants', message: 'cannot be removed; archive them' },
      ]
}

async function saveVariants(
  ctx: TxContext,
  product_id: string,
  existing: readonly deskStore.AdminVariantRow[],
  wanted: readonly VariantInput[],
): Promise<void> {
  const { origin } = ctx.deployment
  const positioned = wanted.map(({ images, ...variant }, position) => ({
    ...variant,
    images: toRelativeImages(images, origin),
    position,
  }))
  const archived = new Map(existing.map(({ id, archived_at }) => [id, archived_at]))
  const updated = positioned.flatMap((variant) => {
    const { id } = variant
    return id === undefined ? [] : [{ ...variant, id, archived_at: archived.get(id) ?? null }]
  })
  await deskStore.updateVariants(ctx, updated)
  const added = positioned
    .filter(({ id }) => id === undefined)
    .map((variant, index) => ({ ...variant, id: newId(ctx.now, index) }))
  await store.insertVariants(ctx, product_id, added)
}
