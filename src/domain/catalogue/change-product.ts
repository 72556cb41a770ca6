import { type FieldError, type Image, throwIfAny } from '#contract'
import { isId, newId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import * as deskStore from './desk-store.ts'
import { addressesOf, ownImages } from './images.ts'
import { usePictures } from './pictures.ts'
import { refuseTaken } from './products.ts'
import * as store from './store.ts'
import type { Kind } from './tables.ts'

export interface WantedVariant {
  /** Of one that is there already; a new one without. */
  id?: string
  sku: string
  name: string
  images: readonly Image[]
}

export interface WantedProduct {
  name: string
  description: string
  kind: Kind
  images: readonly Image[]
  /** All of them, in the order in which people see them. */
  variants: readonly WantedVariant[]
}

/**
 * Makes a product what is wanted. Its variants stay, whatever is left out: gifts that are on their way
 * may be made of them. Answers how it was and how it is; undefined when the account has none by that id.
 *
 * @param check  told how it is before anything changes, with the row held
 */
export async function changeProduct(
  ctx: TxContext,
  id: string,
  wanted: WantedProduct,
  check: (was: deskStore.ProductRow) => void,
): Promise<{ was: deskStore.ProductRow; is: deskStore.ProductRow } | undefined> {
  const was = isId(id) ? await deskStore.holdProduct(ctx, id) : undefined
  if (was === undefined) return undefined
  check(was)
  const there = await deskStore.variantsOf(ctx, [id])
  throwIfAny([...kindProblems(was, wanted), ...variantProblems(there, wanted)])
  const { origin } = ctx.deployment
  const { name, description, kind } = wanted
  const images = ownImages(wanted.images, origin)
  const is = { ...was, name, description, kind, images, updated_at: ctx.now }
  await deskStore.updateProduct(ctx, is)
  await putVariants(ctx, id, there, wanted.variants).catch(refuseTaken)
  usePictures(ctx, addressesOf([...images, ...wanted.variants.flatMap((each) => each.images)]))
  return { was, is }
}

/** What was promised as something to be posted cannot become something to be mailed. */
const kindProblems = (was: deskStore.ProductRow, { kind }: WantedProduct): FieldError[] =>
  was.kind === kind
    ? []
    : [{ code: 'not_allowed', param: 'kind', message: 'stays as it was when it was made' }]

function variantProblems(
  there: readonly deskStore.DeskVariantRow[],
  { variants }: WantedProduct,
): FieldError[] {
  const wanted = new Set(variants.flatMap(({ id }) => id ?? []))
  const unknown = variants.flatMap(({ id }, at): FieldError[] =>
    id === undefined || there.some((each) => each.id === id)
      ? []
      : [
          {
            code: 'invalid_reference',
            param: `variants.${at}.id`,
            message: 'names no variant of this product',
          },
        ],
  )
  const left = there.filter(({ id }) => !wanted.has(id))
  return left.length === 0
    ? unknown
    : [
        ...unknown,
        { code: 'required', param: 'variants', message: 'cannot be removed; archive them' },
      ]
}

async function putVariants(
  ctx: TxContext,
  product_id: string,
  there: readonly deskStore.DeskVariantRow[],
  wanted: readonly WantedVariant[],
): Promise<void> {
  const { origin } = ctx.deployment
  const placed = wanted.map(({ images, ...variant }, position) => ({
    ...variant,
    images: ownImages(images, origin),
    position,
  }))
  const archived = new Map(there.map(({ id, archived_at }) => [id, archived_at]))
  const kept = placed.flatMap((variant) => {
    const { id } = variant
    return id === undefined ? [] : [{ ...variant, id, archived_at: archived.get(id) ?? null }]
  })
  await deskStore.updateVariants(ctx, kept)
  const added = placed
    .filter(({ id }) => id === undefined)
    .map((variant, place) => ({ ...variant, id: newId(ctx.now, place) }))
  await store.insertVariants(ctx, product_id, added)
}
