import { maxShopProducts, type ShopProduct, type ShopReading, type ShopVariant } from '#fulfilment'
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
  const products = await readAll(client, productsQuery, `status:active${ofTag}`, signal)
  if (!Array.isArray(products)) return products
  if (products.length > maxShopProducts)
    return {
      ok: false,
      reason: `The shop has more than ${maxShopProducts} products. Choose a tag.`,
    }
  const variants = await readAll(client, variantsQuery, `product_status:active${ofTag}`, signal)
  if (!Array.isArray(variants)) return variants
  const byProduct = Map.groupBy(variants, (each) => idOf(member(each, 'product'), 'Product'))
  // every product has a variant, so one without any came between the two lists
  if (products.some((each) => !byProduct.has(idOf(each, 'Product'))))
    return { ok: false, reason: 'The products of the shop have changed while they were read.' }
  return {
    ...{ ok: true, country },
    products: products.flatMap((each) => toProduct(each, byProduct, currency) ?? []),
  }
}

async function readAll(
  client: ShopifyClient,
  query: string,
  search: string,
  signal: AbortSignal,
): Promise<unknown[] | { ok: false; reason: string }> {
  const found: unknown[] = []
  const seen = new Set<string>()
  let after: string | null = null
  for (let page = 1; page <= maxPages; page += 1) {
    const reply = await client.sendPatiently(query, { after, query: search }, signal)
    if (!reply.ok) return reply
    const list = member(reply.data, 'list')
    const nodes = nodesOf(list)
    const info = member(list, 'pageInfo')
    const hasNext = member(info, 'hasNextPage')
    if (nodes === undefined || typeof hasNext !== 'boolean')
      return { ok: false, reason: 'The response of the shop is not one of Shopify.' }
    found.push(...nodes.slice(0, maxPerPage))
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

function toProduct(
  found: unknown,
  byProduct: ReadonlyMap<string | undefined, readonly unknown[]>,
  currency: string | null,
): ShopProduct | undefined {
  const key = idOf(found, 'Product')
  const name = textOf(member(found, 'title'), 1_000)?.trim() ?? ''
  if (key === undefined || name === '') return undefined
  const variants = (byProduct.get(key) ?? []).flatMap(
    (each) => toVariant(each, name, currency) ?? [],
  )
  if (variants.length === 0) return undefined
  const description = textOf(member(found, 'description'), 100_000) ?? ''
  return { key, name, description, pictures: picturesOf(member(found, 'media')), variants }
}

function toVariant(
  found: unknown,
  productName: string,
  currency: string | null,
): ShopVariant | undefined {
  const key = idOf(found, 'ProductVariant')
  const item = member(found, 'inventoryItem')
  if (key === undefined || member(item, 'requiresShipping') === false) return undefined
  const title = textOf(member(found, 'title'), 1_000)?.trim()
  const price = member(found, 'price')
  const isPrice = typeof price === 'string' && /^\d{1,9}(\.\d{1,6})?$/.test(price)
  const quantity = member(found, 'inventoryQuantity')
  const isCounted =
    member(item, 'tracked') !== false && member(found, 'inventoryPolicy') !== 'CONTINUE'
  return {
    key,
    sku: textOf(member(found, 'sku'), 255) ?? null,
    name: title === undefined || title === 'Default Title' ? productName : title,
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
