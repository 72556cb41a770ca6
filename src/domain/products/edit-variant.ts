import * as catalogue from '#catalogue'
import { ApiError, throwIfAny } from '#contract'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'
import { edit, toVariantForms } from './edit.ts'
import type { ProductForm, VariantForm } from './form.ts'
import { find, findVariant, type ListedVariant, type ProductDetail } from './read.ts'
import { auditVariant } from './variant-audit.ts'

/** The settings of a digital variant that do not decide what it gives. */
export interface ContentInput {
  instructions?: string
  low_stock_threshold?: number
}

/** The members of a variant to change. */
type VariantChange = Partial<Omit<VariantForm, 'id'>>

/** The variants of one product. */
const maxVariants = 100

/**
 * Adds a variant to a product, after its other variants. Returns it; undefined if the account has no such product.
 * Errors name the fields of the variant.
 */
export async function addVariant(
  ctx: TxContext,
  product_id: string,
  form: Omit<VariantForm, 'id'>,
  content: ContentInput = {},
): Promise<ListedVariant | undefined> {
  const position = { index: 0 }
  const product = await namingFields(position, () =>
    edit(ctx, product_id, (was) => {
      position.index = was.variants.length
      rejectTooMany(was)
      return { ...was, variants: [...toVariantForms(was), form] }
    }),
  )
  const added = product?.variants[position.index]
  if (added === undefined) return undefined
  await saveContent(ctx, added, content)
  return findVariant(ctx, added.id)
}

/**
 * Changes a variant. Returns it; undefined if the account has no such variant. Errors name the fields of the variant.
 *
 * @param check  gets the variant, whose product is locked, and can throw
 */
export async function updateVariant(
  ctx: TxContext,
  id: string,
  change: VariantChange,
  { content = {}, check }: { content?: ContentInput; check: (was: ListedVariant) => void },
): Promise<ListedVariant | undefined> {
  const found = await catalogue.findVariant(ctx, id)
  if (found === undefined) return undefined
  const { product_id } = found
  const position = { index: 0 }
  const product = await namingFields(position, () =>
    edit(ctx, product_id, (was) => {
      position.index = was.variants.findIndex((variant) => variant.id === found.id)
      const variant = was.variants[position.index]
      if (variant !== undefined) check({ ...variant, product_id })
      return Object.keys(change).length === 0 ? undefined : withChange(was, position.index, change)
    }),
  )
  const variant = product?.variants[position.index]
  if (variant !== undefined) await saveContent(ctx, variant, content)
  return findVariant(ctx, id)
}

/** Saves the settings of the contents of a product's variants, in their order. Errors name the fields of the variants. */
export async function saveContents(
  ctx: TxContext,
  product_id: string,
  contents: readonly ContentInput[],
): Promise<void> {
  const product = await find(ctx, product_id)
  for (const [index, variant] of (product?.variants ?? []).entries())
    await saveContent(ctx, variant, contents[index] ?? {}, `variants.${index}.`)
}

const withChange = (was: ProductDetail, at: number, change: VariantChange): ProductForm => ({
  ...was,
  variants: toVariantForms(was).map((form, index) =>
    index === at ? { ...form, ...change } : form,
  ),
})

function rejectTooMany({ variants }: ProductDetail): void {
  if (variants.length < maxVariants) return
  const message = `cannot be added: a product has at most ${maxVariants} variants. Add it to another product`
  throwIfAny([{ code: 'too_many', param: '', message }])
}

/** Removes the position of the variant from the fields of errors. */
async function namingFields<T>(position: { index: number }, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const prefix = `variants.${position.index}.`
    const fieldErrors = error.fieldErrors.map((each) =>
      each.param.startsWith(prefix) ? { ...each, param: each.param.slice(prefix.length) } : each,
    )
    throw new ApiError(error.code, { message: error.message, fieldErrors, status: error.status })
  }
}

async function saveContent(
  ctx: TxContext,
  variant: ProductDetail['variants'][number],
  change: ContentInput,
  path = '',
): Promise<void> {
  const { content } = variant
  if (Object.keys(change).length === 0) return
  if (content === null) {
    const message = 'is only for variants of digital products'
    throwIfAny(
      Object.keys(change).map((name) => ({
        code: 'not_allowed',
        param: `${path}${name}`,
        message,
      })),
    )
    return
  }
  const { instructions, low_stock_threshold } = content
  const settings = { instructions, low_stock_threshold, ...change }
  await digital.saveSettings(ctx, variant.id, settings)
  auditVariant(ctx, variant, 'variant.change_content', {
    low_stock_threshold: settings.low_stock_threshold,
  })
}
