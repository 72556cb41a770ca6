import * as catalogue from '#catalogue'
import { ApiError, type FieldError } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import * as products from '#products'
import {
  type FindPath,
  type SellableProduct,
  toChangedForm,
  toGiven,
  toNewForm,
} from './product-form.ts'
import * as store from './product-store.ts'

export type Transact = <T>(run: (ctx: TxContext) => Promise<T>) => Promise<T>

/** What a run has done with a product. */
export interface SavedProduct {
  outcome: 'added' | 'changed' | 'same'
  row: store.ShopProductRow
}

/** Returns the version of what the shop says about a product, without the stock. */
export const toVersion = (product: SellableProduct): string =>
  sha256(
    JSON.stringify({
      ...product,
      variants: product.variants.map(({ available: _, ...variant }) => variant),
    }),
  ).toString('base64url')

/**
 * Brings a product of a shop into the catalogue, or changes it there, in one transaction. A product of the catalogue with
 * its SKUs becomes the product of the shop, unless another shop has it. Throws if the catalogue refuses it.
 */
export async function saveProduct(
  ctx: TxContext,
  connection_id: string,
  next: SellableProduct,
  stored: store.ShopProductRow | undefined,
  findPath: FindPath,
): Promise<SavedProduct> {
  const known = stored?.product_id ?? null
  const product_id = known ?? (await findOwner(ctx, next))
  const given = known === null ? undefined : stored?.given
  let outcome: SavedProduct['outcome'] = product_id === undefined ? 'added' : 'same'
  const saved =
    product_id === undefined
      ? await products.create(ctx, toNewForm(next, findPath))
      : await products.edit(ctx, product_id, (was) => {
          const form = toChangedForm(was, given, next, findPath)
          if (form !== undefined || known === null) outcome = 'changed'
          return form
        })
  if (saved === undefined) throw new Error(`the product ${product_id} of a shop does not exist`)
  const row = {
    ...{ key: next.key, name: next.name.slice(0, 255), product_id: saved.id },
    ...{ version: toVersion(next), is_gone: stored?.is_gone ?? false, problem: null },
    given: toGiven(saved, given, next, findPath),
  }
  await store.save(ctx, connection_id, row)
  return { outcome, row }
}

/** Returns the product of the catalogue that has SKUs of the product. Throws for SKUs of several products, or of another shop. */
async function findOwner(ctx: TxContext, { variants }: SellableProduct) {
  const skus = variants.map(({ sku }) => sku)
  const owners = [...(await catalogue.findSkuOwners(ctx, skus)).values()]
  const [first] = owners
  if (first === undefined) return undefined
  const other = owners.find(({ product_id }) => product_id !== first.product_id) ?? first
  const { kind } = (await catalogue.findProduct(ctx, first.product_id)) ?? {}
  if (other !== first || kind !== 'physical' || (await store.isOfShop(ctx, first.product_id)))
    throw refuse(
      `the SKU ${other.sku} is already used by “${other.product_name}”; give it another one in the shop`,
    )
  return first.product_id
}

const refuse = (message: string) => new ApiError('invalid', { message })

/**
 * Archives what the shop no longer has, and restores what it has again. Returns how many were archived or restored, the row
 * afterwards, and what the catalogue refused: a campaign would have no items.
 *
 * @param present  the ids of the variants that the shop has; undefined if it does not have the product
 */
export async function syncArchive(
  transact: Transact,
  connection_id: string,
  stored: store.ShopProductRow,
  present: ReadonlySet<string> | undefined,
): Promise<{ changes: number; row: store.ShopProductRow; problems: string[] }> {
  const { product_id } = stored
  const problems: string[] = []
  let row = stored
  let changes = 0
  if (product_id === null) return { changes, row, problems }
  const change = async (is_gone: boolean, next: store.ShopProductRow, variant_id?: string) => {
    const run = is_gone ? products.archive : products.restore
    const problem = await tryToSave(() =>
      transact(async (ctx) => {
        await run(ctx, product_id, variant_id)
        await store.save(ctx, connection_id, next)
      }),
    )
    if (problem !== undefined) return void problems.push(problem)
    row = next
    changes += 1
  }
  const is_gone = present === undefined
  if (is_gone !== row.is_gone) await change(is_gone, { ...row, is_gone })
  for (const [key, variant] of Object.entries(row.given.variants)) {
    const isGone = present !== undefined && !present.has(key)
    if (is_gone || isGone === variant.is_gone) continue
    const variants = { ...row.given.variants, [key]: { ...variant, is_gone: isGone } }
    await change(isGone, { ...row, given: { ...row.given, variants } }, variant.id)
  }
  return { changes, row, problems }
}

export const maxProblemLength = 500

/** Runs a change of the catalogue. Returns the problem that the catalogue has with it, or undefined. */
export async function tryToSave(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = describeErrors(error.fieldErrors)
    return (fields === '' ? error.message : fields).slice(0, maxProblemLength)
  }
}

export const describeErrors = (errors: readonly FieldError[]): string =>
  errors.map(({ param, message }) => `${param} ${message}`).join('; ')
