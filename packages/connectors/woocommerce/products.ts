import type { ShopProduct, ShopReading, ShopVariant } from '#fulfilment'
import { maxReadingBytes, maxShopProducts, maxShopTexts, maxShopVariants } from '#fulfilment'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { isCurrency, toMinorUnits } from '#platform/lib/minor-units'
import {
  describe,
  idOf,
  type Listing,
  readPatiently,
  toListing,
  type WooCommerceOptions,
} from './client.ts'
import { toPlainText } from './plain-text.ts'

const perPage = 100
const maxPages = 30

/** A reading of a shop, with the bytes of its responses so far. */
interface Reader {
  options: WooCommerceOptions
  signal: AbortSignal
  bytes: number
}

/** Reads the settings of the shop, all products that it offers, and the variations of each. */
export async function readProducts(
  options: WooCommerceOptions,
  signal: AbortSignal,
): Promise<ShopReading> {
  try {
    const settings = await readSettings(options, signal)
    const category = await findCategory(options, signal)
    const reader: Reader = { options, signal, bytes: 0 }
    const found = await readAll(reader, `/products?status=publish${category}`, {
      limit: maxShopProducts,
      map: (each) => toProduct(each, settings.currency),
    })
    if (found.length > maxShopProducts)
      throw new ReadingError(
        `The shop has more than ${maxShopProducts} products. Choose a category.`,
      )
    const products: ShopProduct[] = []
    for (const { isVariable, ...product } of found) {
      const variants = isVariable
        ? await readVariations(reader, product, settings.currency)
        : product.variants
      products.push({ ...product, variants })
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

/** What the shop is asked for. Plugins add much more to products, and a hundred of them could exceed the limit of a response. */
const fields =
  'id,name,type,status,virtual,sku,price,images,image,short_description,description,attributes,manage_stock,stock_status,stock_quantity,backorders_allowed'

/**
 * Reads all pages of a list in the order of the ids. Each page begins with the last item of the page before: if an item
 * was deleted meanwhile, all others have moved, and one would be left out.
 */
async function readAll<T>(
  reader: Reader,
  path: string,
  { limit, map }: { limit: number; map: (item: unknown) => T | undefined },
): Promise<T[]> {
  const found: T[] = []
  const ids = new Set<string>()
  let last: string | undefined
  const separator = path.includes('?') ? '&' : '?'
  for (let page = 1; page <= maxPages; page += 1) {
    const offset = Math.max(0, ids.size - 1)
    const query = `${separator}per_page=${perPage}&orderby=id&order=asc&offset=${offset}&_fields=${fields}`
    const { items, total } = await readPage(reader, path + query)
    const isFirst = last === undefined
    if (!isFirst && idOf(items[0]) !== last)
      throw new ReadingError('The list of the shop has changed while it was read.')
    const others = isFirst ? items : items.slice(1)
    for (const each of others) {
      const id = idOf(each)
      if (id === undefined || ids.has(id))
        throw new ReadingError('The shop lists an item twice, or without an id.')
      ids.add(id)
      last = id
      const mapped = map(each)
      if (mapped !== undefined) found.push(mapped)
    }
    if (ids.size >= total || found.length > limit) return found.slice(0, limit + 1)
    if (others.length === 0) throw new ReadingError('The shop leaves out items of a list.')
  }
  throw new ReadingError('The shop sends pages without end.')
}

async function readPage(reader: Reader, path: string): Promise<Listing> {
  const reply = await readPatiently(reader.options, path, reader.signal)
  const listing = toListing(reply)
  if (listing === undefined) throw new ReadingError(describe(reply))
  reader.bytes += reply.ok ? reply.bytes : 0
  if (reader.bytes > maxReadingBytes)
    throw new ReadingError(
      `The products of the shop have more than ${maxReadingBytes / 1e6} MB. Choose a category.`,
    )
  return listing
}

/** Returns a product that can be shipped; undefined for one of another type. The variations of a variable one are a list. */
function toProduct(
  found: unknown,
  currency: string | null,
): (ShopProduct & { isVariable: boolean }) | undefined {
  const key = idOf(found)
  const type = member(found, 'type')
  const name = toPlainText(member(found, 'name'), maxShopTexts.name)
  if (key === undefined || name === '' || (type !== 'simple' && type !== 'variable'))
    return undefined
  if (type === 'simple' && member(found, 'virtual') === true) return undefined
  const pictures = listOf(member(found, 'images'), 10).flatMap((each) => pictureOf(each) ?? [])
  const description =
    toPlainText(member(found, 'short_description'), maxShopTexts.description) ||
    toPlainText(member(found, 'description'), maxShopTexts.description)
  const variant = type === 'simple' ? toVariant(found, name, currency) : undefined
  const variants = variant === undefined ? [] : [{ ...variant, name, picture: null }]
  return { key, name, description, pictures, variants, isVariable: type === 'variable' }
}

const readVariations = (
  reader: Reader,
  { key, name }: ShopProduct,
  currency: string | null,
): Promise<ShopVariant[]> =>
  readAll(reader, `/products/${key}/variations`, {
    limit: maxShopVariants,
    map: (each) => toVariant(each, name, currency),
  })

function toVariant(
  found: unknown,
  productName: string,
  currency: string | null,
): ShopVariant | undefined {
  const key = idOf(found)
  const isOffered = ['publish', undefined].includes(member(found, 'status') as undefined)
  if (key === undefined || !isOffered || member(found, 'virtual') === true) return undefined
  const options = listOf(member(found, 'attributes'), 20)
    .map((each) => toPlainText(member(each, 'option'), maxShopTexts.name))
    .filter((each) => each !== '')
  return {
    key,
    sku: textOf(member(found, 'sku'), 255) ?? null,
    name: options.join(', ').slice(0, maxShopTexts.name) || productName,
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
