import {
  maxReadingBytes,
  maxShopProducts,
  maxShopTexts,
  maxShopVariants,
  type ShopProduct,
  type ShopReading,
  type ShopVariant,
} from '#fulfilment'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { isCurrency, toMinorUnits } from '#platform/lib/minor-units'
import { idOf, nodesOf, quote, type ShopifyClient } from './client.ts'

const shopQuery = 'query { shop { currencyCode shopAddress { countryCodeV2 } } }'

/*
 * Products and variants are two lists, because the points of a query grow with the product of their sizes. Cursors are stable
 * while products come and go.
 */
const picture =
  'nodes { ... on MediaImage { image { url(transform: { maxWidth: 1000, maxHeight: 1000 }) } } }'
const productsQuery = `query ($after: String, $query: String) {
  list: products(first: 50, after: $after, query: $query, sortKey: ID) {
    pageInfo { hasNextPage endCursor }
    nodes { id title description media(first: 5) { ${picture} } }
  }
}`
const variantsQuery = `query ($after: String, $query: String) {
  list: productVariants(first: 100, after: $after, query: $query, sortKey: ID) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id title sku price inventoryQuantity inventoryPolicy
      inventoryItem { tracked requiresShipping }
      media(first: 1) { ${picture} }
      product { id }
    }
  }
}`
const maxPages = 400

/** Reads the settings of the shop, its products and its variants. */
export async function readProducts(
  client: ShopifyClient,
  tag: string,
  signal: AbortSignal,
): Promise<ShopReading> {
  const settings = await client.sendPatiently(shopQuery, {}, signal)
  if (!settings.ok) return settings
  const shop = member(settings.data, 'shop')
  const code = textOf(member(shop, 'currencyCode'), 3)
  const currency = code !== undefined && isCurrency(code) ? code : null
  const country = textOf(member(member(shop, 'shopAddress'), 'countryCodeV2'), 2) ?? null
  const ofTag = tag === '' ? '' : ` AND tag:${quote(tag)}`
  const reader: Reader = { client, signal, bytes: 0 }
  const products = await readAll(reader, productsQuery, `status:active${ofTag}`, (found) => ({
    found: toProduct(found),
    key: idOf(found, 'Product'),
  }))
  if (!Array.isArray(products)) return products
  if (products.length > maxShopProducts)
    return {
      ok: false,
      reason: `The shop has more than ${maxShopProducts} products. Choose a tag.`,
    }
  const search = `product_status:active${ofTag}`
  const variants = await readAll(reader, variantsQuery, search, createVariantMap(currency))
  if (!Array.isArray(variants)) return variants
  const byProduct = Map.groupBy(variants, ({ product }) => product)
  // every product has a variant, so one without any came between the two lists
  if (products.some(({ key }) => !byProduct.has(key)))
    return { ok: false, reason: 'The products of the shop have changed while they were read.' }
  return {
    ...{ ok: true, country },
    products: products.flatMap(({ found }) => join(found, byProduct) ?? []),
  }
}

/** A reading of a shop, with the bytes of its responses so far. */
interface Reader {
  client: ShopifyClient
  signal: AbortSignal
  bytes: number
}

/** Reads all pages of a list. Holds only what the items are mapped to. */
async function readAll<T>(
  reader: Reader,
  query: string,
  search: string,
  map: (node: unknown) => T | undefined,
): Promise<T[] | { ok: false; reason: string }> {
  const found: T[] = []
  const seen = new Set<string>()
  let after: string | null = null
  for (let page = 1; page <= maxPages; page += 1) {
    const variables = { after, query: search }
    const reply = await reader.client.sendPatiently(query, variables, reader.signal)
    if (!reply.ok) return reply
    reader.bytes += reply.bytes
    if (reader.bytes > maxReadingBytes) return tooLarge
    const list = member(reply.data, 'list')
    const nodes = nodesOf(list)
    const info = member(list, 'pageInfo')
    const hasNext = member(info, 'hasNextPage')
    if (nodes === undefined || typeof hasNext !== 'boolean')
      return { ok: false, reason: 'The response of the shop is not one of Shopify.' }
    found.push(...nodes.slice(0, maxPerPage).flatMap((each) => map(each) ?? []))
    if (!hasNext) return found
    const cursor = textOf(member(info, 'endCursor'), 1_000)
    if (cursor === undefined || seen.has(cursor))
      return { ok: false, reason: 'The shop repeats its pages.' }
    seen.add(cursor)
    after = cursor
  }
  return { ok: false, reason: 'The shop sends pages without end.' }
}

const maxPerPage = 100
const tooLarge = {
  ok: false,
  reason: `The products of the shop have more than ${maxReadingBytes / 1e6} MB. Choose a tag.`,
} as const

type ProductOnly = Omit<ShopProduct, 'variants'>

interface FoundVariant {
  product: string | undefined
  /** Undefined if it cannot be shipped. Its name is empty if it has that of the product. */
  variant: ShopVariant | undefined
}

/** Creates the function that maps variants. It leaves out those that a product has too many of. */
function createVariantMap(currency: string | null): (found: unknown) => FoundVariant | undefined {
  const counts = new Map<string | undefined, number>()
  return (found) => {
    const product = idOf(member(found, 'product'), 'Product')
    const variant = toVariant(found, currency)
    const isKnown = counts.has(product)
    if (variant === undefined && isKnown) return undefined
    const count = (counts.get(product) ?? 0) + (variant === undefined ? 0 : 1)
    counts.set(product, count)
    return count > maxShopVariants + 1 ? undefined : { product, variant }
  }
}

function join(
  found: ProductOnly | undefined,
  byProduct: ReadonlyMap<string | undefined, readonly FoundVariant[]>,
): ShopProduct | undefined {
  if (found === undefined) return undefined
  const variants = (byProduct.get(found.key) ?? []).flatMap(({ variant }) =>
    variant === undefined ? [] : [{ ...variant, name: variant.name || found.name }],
  )
  return variants.length === 0 ? undefined : { ...found, variants }
}

function toProduct(found: unknown): ProductOnly | undefined {
  const key = idOf(found, 'Product')
  const name = cutText(member(found, 'title'), maxShopTexts.name)
  if (key === undefined || name === '') return undefined
  const description = cutText(member(found, 'description'), maxShopTexts.description)
  return { key, name, description, pictures: picturesOf(member(found, 'media')) }
}

const cutText = (value: unknown, limit: number): string =>
  typeof value === 'string' ? value.trim().slice(0, limit) : ''

function toVariant(found: unknown, currency: string | null): ShopVariant | undefined {
  const key = idOf(found, 'ProductVariant')
  const item = member(found, 'inventoryItem')
  if (key === undefined || member(item, 'requiresShipping') === false) return undefined
  const title = cutText(member(found, 'title'), maxShopTexts.name)
  const price = member(found, 'price')
  const isPrice = typeof price === 'string' && /^\d{1,9}(\.\d{1,6})?$/.test(price)
  const quantity = member(found, 'inventoryQuantity')
  const isCounted =
    member(item, 'tracked') !== false && member(found, 'inventoryPolicy') !== 'CONTINUE'
  return {
    key,
    sku: textOf(member(found, 'sku'), 255) ?? null,
    name: title === 'Default Title' ? '' : title,
    picture: picturesOf(member(found, 'media'))[0] ?? null,
    price:
      isPrice && currency !== null
        ? { amount_minor: toMinorUnits(Number(price), currency), currency }
        : null,
    available: !isCounted
      ? null
      : typeof quantity === 'number' && Number.isFinite(quantity)
        ? Math.max(0, Math.trunc(quantity))
        : 0,
  }
}

const picturesOf = (media: unknown): string[] =>
  listOf(member(media, 'nodes'), 5).flatMap((each) => {
    const url = textOf(member(member(each, 'image'), 'url'), 2_000)
    return url !== undefined && URL.canParse(url) ? [url] : []
  })
