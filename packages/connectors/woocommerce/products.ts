import type { ShopProduct, ShopReading, ShopVariant } from '#fulfilment'
import { maxShopProducts } from '#fulfilment'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { isCurrency, toMinorUnits } from '#platform/lib/minor-units'
import { describe, idOf, readPatiently, toListing, type WooCommerceOptions } from './client.ts'
import { toPlainText } from './plain-text.ts'

const perPage = 100
const maxPages = 30

/** Reads the settings of the shop, all products that it offers, and the variations of each. */
export async function readProducts(
  options: WooCommerceOptions,
  signal: AbortSignal,
): Promise<ShopReading> {
  try {
    const settings = await readSettings(options, signal)
    const category = await findCategory(options, signal)
    const found = await readAll(options, `/products?status=publish${category}`, signal)
    if (found.length > maxShopProducts)
      throw new ReadingError(
        `The shop has more than ${maxShopProducts} products. Choose a category.`,
      )
    const products: ShopProduct[] = []
    for (const each of found) {
      const product = await toProduct(options, each, settings.currency, signal)
      if (product !== undefined) products.push(product)
    }
    return { ok: true, country: settings.country, products }
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error
    return { ok: false, reason: error.message }
  }
}

class ReadingError extends Error {}

async function readSettings(options: WooCommerceOptions, signal: AbortSignal) {
  const reply = await readPatiently(options, '/settings/general', signal)
  if (!reply.ok || reply.status !== 200 || !Array.isArray(reply.body))
    throw new ReadingError(describe(reply))
  const settings = listOf(reply.body, 500)
  const read = (id: string) =>
    member(
      settings.find((each) => member(each, 'id') === id),
      'value',
    )
  const country = String(read('woocommerce_default_country') ?? '').slice(0, 2)
  const currency = String(read('woocommerce_currency') ?? '')
  return {
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    currency: isCurrency(currency) ? currency : null,
  }
}

/** Returns the filter of the category. A category that does not exist is an error: without it, all products would come. */
async function findCategory(options: WooCommerceOptions, signal: AbortSignal): Promise<string> {
  const { category } = options
  if (category === '') return ''
  const path = `/products/categories?slug=${encodeURIComponent(category)}`
  const reply = await readPatiently(options, path, signal)
  const listing = toListing(reply)
  if (listing === undefined) throw new ReadingError(describe(reply))
  const found = listing.items.find((each) => member(each, 'slug') === category)
  const id = idOf(found)
  if (id === undefined)
    throw new ReadingError(`The shop has no category with the slug ${category}.`)
  return `&category=${id}`
}

/**
 * Reads all pages of a list in the order of the ids. Each page begins with the last item of the page before: if an item
 * was deleted meanwhile, all others have moved, and one would be left out.
 */
async function readAll(
  options: WooCommerceOptions,
  path: string,
  signal: AbortSignal,
): Promise<unknown[]> {
  const found: unknown[] = []
  const ids = new Set<string>()
  const separator = path.includes('?') ? '&' : '?'
  for (let page = 1; page <= maxPages; page += 1) {
    const offset = Math.max(0, found.length - 1)
    const query = `${separator}per_page=${perPage}&orderby=id&order=asc&offset=${offset}`
    const reply = await readPatiently(options, path + query, signal)
    const listing = toListing(reply)
    if (listing === undefined) throw new ReadingError(describe(reply))
    const [first, ...others] = listing.items
    const isNext = found.length === 0 || idOf(first) === idOf(found.at(-1))
    if (!isNext) throw new ReadingError('The list of the shop has changed while it was read.')
    for (const each of found.length === 0 ? listing.items : others) {
      const id = idOf(each)
      if (id === undefined || ids.has(id))
        throw new ReadingError('The shop lists an item twice, or without an id.')
      ids.add(id)
      found.push(each)
    }
    if (found.length >= listing.total || found.length > maxShopProducts) return found
    if (others.length === 0) throw new ReadingError('The shop leaves out items of a list.')
  }
  throw new ReadingError('The shop sends pages without end.')
}

/** Returns a product that can be shipped; undefined for one of another type. */
async function toProduct(
  options: WooCommerceOptions,
  found: unknown,
  currency: string | null,
  signal: AbortSignal,
): Promise<ShopProduct | undefined> {
  const key = idOf(found)
  const type = member(found, 'type')
  const name = toPlainText(member(found, 'name'))
  if (key === undefined || name === '' || (type !== 'simple' && type !== 'variable'))
    return undefined
  if (type === 'simple' && member(found, 'virtual') === true) return undefined
  const pictures = listOf(member(found, 'images'), 10).flatMap((each) => pictureOf(each) ?? [])
  const description =
    toPlainText(member(found, 'short_description')) || toPlainText(member(found, 'description'))
  const items =
    type === 'simple' ? [found] : await readAll(options, `/products/${key}/variations`, signal)
  const variants = items.flatMap((each) => {
    const variant = toVariant(each, name, currency)
    if (variant === undefined) return []
    return [type === 'simple' ? { ...variant, name, picture: null } : variant]
  })
  return { key, name, description, pictures, variants }
}

function toVariant(
  found: unknown,
  productName: string,
  currency: string | null,
): ShopVariant | undefined {
  const key = idOf(found)
  const isOffered = ['publish', undefined].includes(member(found, 'status') as undefined)
  if (key === undefined || !isOffered || member(found, 'virtual') === true) return undefined
  const options = listOf(member(found, 'attributes'), 20).map((each) =>
    toPlainText(member(each, 'option')),
  )
  return {
    key,
    sku: textOf(member(found, 'sku'), 255) ?? null,
    name: options.filter((each) => each !== '').join(', ') || productName,
    picture: pictureOf(member(found, 'image')) ?? null,
    price: toPrice(member(found, 'price'), currency),
    available: toAvailable(found),
  }
}

const pictureOf = (value: unknown): string | undefined => {
  const src = textOf(member(value, 'src'), 2_000)
  return src !== undefined && URL.canParse(src) ? src : undefined
}

/** Returns what a customer pays: a price is a decimal as text, without a currency. */
function toPrice(value: unknown, currency: string | null) {
  const text = typeof value === 'number' ? String(value) : value
  if (currency === null || typeof text !== 'string' || !/^\d{1,9}(\.\d{1,6})?$/.test(text))
    return null
  return { amount_minor: toMinorUnits(Number(text), currency), currency }
}

/** Returns the stock. `parent`: the variations of a product share its stock, which each of them states. */
function toAvailable(found: unknown): number | null {
  const status = member(found, 'stock_status')
  const quantity = member(found, 'stock_quantity')
  const isManaged =
    member(found, 'manage_stock') === true || member(found, 'manage_stock') === 'parent'
  if (status === 'outofstock') return 0
  if (isManaged && typeof quantity === 'number' && Number.isFinite(quantity)) {
    const accepts = member(found, 'backorders_allowed') === true
    return accepts ? null : Math.max(0, Math.trunc(quantity))
  }
  return isManaged || status === undefined ? 0 : null
}
