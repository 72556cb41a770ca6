import { isDeepStrictEqual } from 'node:util'
import { type Image, maxUnitCostMinor } from '#contract'
import { maxShopTexts, type ShopProduct, type ShopVariant } from '#fulfilment'
import * as products from '#products'
import type { GivenProduct, GivenVariant } from './product-store.ts'

type ProductForm = Parameters<typeof products.create>[1]
type VariantForm = ProductForm['variants'][number]

/** A product of a shop that can come into the catalogue: each variant has an SKU. */
export interface SellableProduct extends ShopProduct {
  variants: readonly (ShopVariant & { sku: string })[]
}

/** Returns the path of a picture of the shop; undefined for one that is not loaded. */
export type FindPath = (url: string) => string | undefined

const { name: maxNameLength, description: maxDescriptionLength } = maxShopTexts

/** Returns the form of a product that is new in the catalogue. */
export const toNewForm = (product: SellableProduct, findPath: FindPath): ProductForm => ({
  name: cut(product.name, maxNameLength),
  description: cut(product.description, maxDescriptionLength),
  kind: 'physical',
  images: toImages(product.pictures, product.name, findPath),
  variants: product.variants.map((variant) => toNewVariant(variant, findPath)),
})

const toNewVariant = (variant: ShopVariant & { sku: string }, findPath: FindPath): VariantForm => ({
  sku: variant.sku,
  name: cut(variant.name, maxNameLength),
  images: toImages(variant.picture === null ? [] : [variant.picture], variant.name, findPath),
  ...toCost(variant),
})

/**
 * Returns the form of a product that is in the catalogue; undefined if nothing changes. The shop owns SKUs and unit costs.
 * A text or picture that differs from what the shop gave last is an edit, and stays. Without `given`, every text stays: the
 * product was in the catalogue before. Variants that the shop does not have stay as they are.
 */
export function toChangedForm(
  was: products.ProductDetail,
  given: GivenProduct | undefined,
  next: SellableProduct,
  findPath: FindPath,
): ProductForm | undefined {
  const matched = matchVariants(was, given, next)
  const forms = products.toVariantForms(was)
  const changed = forms.map((form) => {
    const variant = matched.get(form.id ?? '')
    if (variant === undefined) return form
    const last = given?.variants[variant.key]
    const images = toImages(
      variant.picture === null ? [] : [variant.picture],
      variant.name,
      findPath,
    )
    return {
      ...form,
      sku: variant.sku,
      name: choose(form.name, last?.name, cut(variant.name, maxNameLength)),
      images: chooseImages(form.images, last && [last.path ?? ''].filter(Boolean), images),
      ...toCost(variant),
    }
  })
  const known = new Set([...matched.values()].map(({ key }) => key))
  const added = next.variants.filter(({ key }) => !known.has(key))
  const form = {
    ...was,
    name: choose(was.name, given?.name, cut(next.name, maxNameLength)),
    description: choose(
      was.description,
      given?.description,
      cut(next.description, maxDescriptionLength),
    ),
    images: chooseImages(was.images, given?.paths, toImages(next.pictures, next.name, findPath)),
    variants: [...changed, ...added.map((variant) => toNewVariant(variant, findPath))],
  }
  return isDeepStrictEqual(form, { ...was, variants: forms }) ? undefined : form
}

/** Returns the variant of the shop for the ids of the catalogue: by the shop's id, otherwise by the SKU. */
function matchVariants(
  was: { variants: readonly { id: string; sku: string }[] },
  given: GivenProduct | undefined,
  next: SellableProduct,
): ReadonlyMap<string, SellableProduct['variants'][number]> {
  const ids = new Set(was.variants.map(({ id }) => id))
  const matched = new Map<string, SellableProduct['variants'][number]>()
  for (const variant of next.variants) {
    const id = given?.variants[variant.key]?.id
    if (id !== undefined && ids.has(id)) matched.set(id, variant)
  }
  const done = new Set([...matched.values()].map(({ key }) => key))
  for (const variant of next.variants) {
    const same = was.variants.find(({ id, sku }) => sku === variant.sku && !matched.has(id))
    if (!done.has(variant.key) && same !== undefined) matched.set(same.id, variant)
  }
  return matched
}

/** Returns what the shop has given, for the next run. */
export function toGiven(
  saved: { variants: readonly { id: string; sku: string }[] },
  last: GivenProduct | undefined,
  next: SellableProduct,
  findPath: FindPath,
): GivenProduct {
  const matched = [...matchVariants(saved, last, next)]
  const lastVariants = Object.values(last?.variants ?? {})
  const goneIds = new Set(lastVariants.flatMap(({ id, is_gone }) => (is_gone ? [id] : [])))
  const present = matched.map(([id, { key, name, picture }]): [string, GivenVariant] => {
    const path = picture === null ? null : (findPath(picture) ?? null)
    return [key, { id, name: cut(name, maxNameLength), path, is_gone: goneIds.has(id) }]
  })
  const ids = new Set(matched.map(([id]) => id))
  const gone = Object.entries(last?.variants ?? {}).filter(([, { id }]) => !ids.has(id))
  return {
    name: cut(next.name, maxNameLength),
    description: cut(next.description, maxDescriptionLength),
    paths: next.pictures.flatMap((url) => findPath(url) ?? []),
    variants: Object.fromEntries([...gone, ...present]),
  }
}

const choose = (current: string, given: string | undefined, next: string): string =>
  current === given ? next : current

/** Chooses pictures by their paths: those of the shop have the URLs of this deployment. */
function chooseImages(
  current: readonly Image[],
  given: readonly string[] | undefined,
  next: readonly Image[],
): readonly Image[] {
  const isOfShop =
    given !== undefined &&
    current.length === given.length &&
    current.every(({ url }, index) => url.endsWith(given[index] ?? ' '))
  const isSame =
    next.length === current.length &&
    next.every(({ url }, index) => current[index]?.url.endsWith(url))
  return isOfShop && !isSame ? next : current
}

const toImages = (urls: readonly string[], name: string, findPath: FindPath): Image[] =>
  urls.flatMap((address) => {
    const url = findPath(address)
    if (url === undefined) return []
    return [
      {
        name: cut(name, maxNameLength),
        url,
        urls: { thumbnail: url, large: url, large_wide: url },
      },
    ]
  })

const toCost = ({ price }: ShopVariant) => {
  const isUsable =
    price !== null && price.amount_minor >= 0 && price.amount_minor <= maxUnitCostMinor
  return {
    unit_cost_minor: isUsable ? price.amount_minor : null,
    unit_cost_currency: isUsable ? price.currency : null,
  }
}

/** Shortens a text, and leaves no half of a surrogate pair. */
const cut = (text: string, length: number): string => text.trim().slice(0, length).toWellFormed()
