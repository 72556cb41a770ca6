import * as catalogue from '#catalogue'
import * as connections from '#connections'
import * as fulfilment from '#fulfilment'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { updateRows } from '#platform/postgres/table'
import * as products from '#products'
import { loadPictures } from './load-pictures.ts'
import type { SellableProduct } from './product-form.ts'
import * as store from './product-store.ts'
import { runKind, type ShopRow } from './runs.ts'
import { maxProblemLength, saveProduct, syncArchive, toVersion, tryToSave } from './save-product.ts'
import { countStock, setStock } from './stock.ts'

/*
 * A run reads all products of a shop, and writes those that have changed, one a transaction. Then it sets the stock, and asks
 * for the orders on their way, because shops do not repeat a message that was lost. A run that ended in the middle is
 * repeated, and changes nothing twice.
 */

/** What the account knew before the shop was read. */
interface Known {
  rows: ReadonlyMap<string, store.ShopProductRow>
  placed: Awaited<ReturnType<typeof fulfilment.listPlacedParcels>>
  /** The units that the shop counts as sold for gifts whose recipients can still take them. */
  paid: ReadonlyMap<string, number>
}

type ClaimedRun = connections.ClaimedRun<ShopRow, Known>

interface ShopRun extends ClaimedRun {
  db: Database
  account_id: string
  outbound: connections.ConnectorRegistry['outbound']
  counts: { added: number; changed: number; removed: number; skipped: number }
}

/** Creates the loop that reads the shops that are due, account by account. */
export const createShopLoop = connections.defineRunLoop(runKind, runDueShop)

/** Reads the shop of an account that is due for the longest time. Returns how many products have changed. */
export async function runDueShop(
  db: Database,
  account_id: string,
  registry: connections.ConnectorRegistry,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  const claimed: ClaimedRun | undefined = await connections.claimRun(
    { db, account_id, registry, stop },
    runKind,
    async (ctx, id) => ({
      rows: new Map((await store.findAll(ctx, id)).map((row) => [row.key, row])),
      placed: await fulfilment.listPlacedParcels(ctx, id),
      paid: await fulfilment.countPaidUnits(ctx, id),
    }),
  )
  if (claimed === undefined) return 0
  const { opened, signal } = claimed
  if (opened === undefined) return claimed.end({})
  const { outbound } = registry
  const carrier = (opened.connector as fulfilment.CarrierConnector).open(opened.values, outbound)
  const { shop } = carrier
  if (shop === undefined) return claimed.end({}, 'the shop has no products')
  const reading = await connections.readSafely(() => shop.read(signal))
  if (!reading.ok) return stop.aborted ? claimed.postpone() : claimed.end({}, reading.reason)
  const counts = { added: 0, changed: 0, removed: 0, skipped: 0 }
  const run: ShopRun = { ...claimed, db, account_id, outbound, counts }
  const changed = await apply(run, reading)
  await trackOrders(run, carrier.name, shop)
  return changed
}

async function apply(
  run: ShopRun,
  { products: found, country }: Extract<fulfilment.ShopReading, { ok: true }>,
): Promise<number> {
  const { row, prepared, transact, counts } = run
  const { connection_id } = row
  if (found.length > fulfilment.maxShopProducts)
    return run.end({}, `the shop has more than ${fulfilment.maxShopProducts} products`)
  const warehouse_id = await ensureWarehouse(run, country)
  if (typeof warehouse_id !== 'string') return run.end({}, warehouse_id.reason)
  const rows = new Map(prepared.rows)
  const skus = new Set<string>()
  const offers = found.map((product) => ({ found: product, ...toSellable(product, skus) }))
  const keys = new Set(found.map(({ key }) => key))
  const { removed, affected, suspicion } = findRemovals(prepared.rows, offers, keys)
  const isRefused = suspicion !== undefined && !row.accepts_removals
  for (const offer of offers) rows.set(offer.found.key, await saveOne(run, offer, isRefused))
  await transact((ctx) => store.forgetOthers(ctx, connection_id, [...keys]))
  if (!isRefused)
    for (const gone of removed) {
      const archived = await syncArchive(transact, connection_id, gone, undefined)
      counts.removed += archived.changes
      rows.set(gone.key, await saveProblems(run, archived.row, archived.problems))
    }
  const placed = prepared.placed.map(({ id }) => id)
  const stock = { connection_id, warehouse_id, placed, paid: prepared.paid }
  await setStock(transact, { ...stock, counts: countStock(rows, found, isRefused) })
  if (!isRefused) return run.end({ counts })
  const reason = `${suspicion} would be archived. Check the shop, or archive them with the next run.`
  return run.end({ counts, refused_removals: affected }, reason)
}

/** A product of the shop, and what of it can be ordered. */
interface Offer {
  found: fulfilment.ShopProduct
  product: SellableProduct
  problems: string[]
}

/**
 * Finds the products that the shop no longer has, and how many of all products lose something. A shop that loses many products,
 * or many variants of those that it has, is suspicious: nothing is archived then. An answer without variants or SKUs is not
 * believed either.
 */
function findRemovals(
  rows: ReadonlyMap<string, store.ShopProductRow>,
  offers: readonly Offer[],
  keys: ReadonlySet<string>,
): { removed: store.ShopProductRow[]; affected: number; suspicion: string | undefined } {
  const live = [...rows.values()].filter(({ product_id, is_gone }) => product_id && !is_gone)
  const removed = live.filter(({ key }) => !keys.has(key))
  let [variants, gone, affected] = [0, 0, removed.length]
  for (const { found, product } of offers) {
    const stored = rows.get(found.key)
    if (stored === undefined || stored.product_id === null || stored.is_gone) continue
    const given = stored.given.variants
    const known = Object.keys(given).filter((key) => given[key]?.is_gone === false)
    const present = new Set(product.variants.map(({ key }) => key))
    const missing = known.filter((key) => !present.has(key)).length
    // a variant with another id is probably the same, created again with its SKU
    const lost = Math.max(0, missing - [...present].filter((key) => !(key in given)).length)
    variants += known.length
    gone += lost
    if (lost > 0) affected += 1
  }
  if (connections.isSuspicious(removed.length, live.length))
    return { removed, affected, suspicion: `${removed.length} of ${live.length} products` }
  const suspicion = connections.isSuspicious(gone, variants)
    ? `${gone} of ${variants} variants`
    : undefined
  return { removed, affected, suspicion }
}

/** Returns the warehouse of the shop. The first run adds it, with the name of the connection, which ships from it. */
async function ensureWarehouse(
  { row, name, transact }: ShopRun,
  country: string | null,
): Promise<string | { reason: string }> {
  const { connection_id } = row
  let id = row.warehouse_id
  const problem = await tryToSave(() =>
    transact(async (ctx) => {
      const warehouses = await catalogue.listWarehouses(ctx)
      if (warehouses.some((each) => each.id === id)) return
      const added = await products.createWarehouse(ctx, { name, country: country ?? '' })
      id = added.id
      await fulfilment.setWarehouseConnection(ctx, id, connection_id)
      const key = { account_id: ctx.account_id, connection_id }
      await updateRows(ctx, runKind.table, key, { warehouse_id: id })
    }),
  )
  if (problem === undefined && id !== null) return id
  return { reason: `The warehouse of the shop cannot be added: ${problem}` }
}

/** Brings one product into the catalogue, or stores why not. Returns its row. */
async function saveOne(
  run: ShopRun,
  { found, product, problems }: Offer,
  leavesRemoved: boolean,
): Promise<store.ShopProductRow> {
  const { row, prepared, transact, counts } = run
  const { connection_id } = row
  const stored = prepared.rows.get(found.key)
  if (product.variants.length === 0 && stored?.product_id == null) {
    counts.skipped += 1
    return saveProblems(run, stored ?? toEmptyRow(found), problems)
  }
  const isDone = stored?.version === toVersion(product)
  let current = stored ?? toEmptyRow(found)
  let change: 'added' | 'changed' | 'same' = 'same'
  if (!isDone && product.variants.length > 0) {
    const pictures = await loadPictures(run, product)
    const problem = await tryToSave(() =>
      transact(async (ctx) => {
        const saved = await saveProduct(ctx, connection_id, product, stored, pictures.findPath)
        current = saved.row
        change = saved.outcome
      }),
    )
    problems.push(...pictures.problems, ...(problem === undefined ? [] : [problem]))
  }
  const present = new Set(product.variants.map(({ key }) => key))
  if (leavesRemoved)
    for (const [key, { is_gone }] of Object.entries(current.given.variants))
      if (!is_gone) present.add(key)
  const archived = await syncArchive(transact, connection_id, current, present)
  problems.push(...archived.problems)
  if (archived.changes > 0 && change === 'same') change = 'changed'
  if (change !== 'same') counts[change] += 1
  if (archived.row.product_id === null) counts.skipped += 1
  return saveProblems(run, archived.row, problems)
}

const maxVariants = fulfilment.maxShopVariants

/** Returns the product with the variants that can be ordered: each has an SKU that no other of the shop has. */
function toSellable(
  found: fulfilment.ShopProduct,
  skus: Set<string>,
): { product: SellableProduct; problems: string[] } {
  const problems: string[] = []
  const variants = found.variants.flatMap((variant) => {
    const sku = variant.sku?.trim().slice(0, maxSkuLength) ?? ''
    if (sku === '') problems.push(`“${variant.name}” has no SKU; give it one in the shop.`)
    else if (skus.has(sku)) problems.push(`The SKU ${sku} occurs twice in the shop.`)
    else {
      skus.add(sku)
      return [{ ...variant, sku }]
    }
    return []
  })
  if (variants.length === 0 && problems.length === 0) problems.push('The product has no variants.')
  if (variants.length <= maxVariants) return { product: { ...found, variants }, problems }
  problems.push(`The product has more than ${maxVariants} variants; the others are left out.`)
  return { product: { ...found, variants: variants.slice(0, maxVariants) }, problems }
}

const maxSkuLength = 255

const toEmptyRow = ({ key, name }: fulfilment.ShopProduct): store.ShopProductRow => ({
  ...{ key, name: name.slice(0, maxSkuLength), product_id: null, version: null },
  given: { name: '', description: '', paths: [], variants: {} },
  ...{ is_gone: false, problem: null },
})

/** Stores the problems of a product. A product with problems has no version, so that the next run tries again. */
async function saveProblems(
  { row, transact, prepared }: ShopRun,
  current: store.ShopProductRow,
  problems: readonly string[],
): Promise<store.ShopProductRow> {
  const problem = problems.length === 0 ? null : problems.join(' ').slice(0, maxProblemLength)
  const before = prepared.rows.get(current.key)
  if (problem === null && before?.problem == null) return current
  const next = { ...current, problem, ...(problem !== null && { version: null }) }
  await transact((ctx) => store.save(ctx, row.connection_id, next))
  return next
}

/** Asks the shop for the orders that have not arrived. Ends at the first order that cannot be read: the next run continues. */
async function trackOrders(
  { db, row, prepared, signal }: ShopRun,
  carrier: string,
  { track }: fulfilment.Shop,
): Promise<void> {
  for (const { carrier_ref } of prepared.placed) {
    if (signal.aborted) return
    const message = await track(carrier_ref)
    if (message.kind === 'unreachable') return
    if (message.kind !== 'tracking') continue
    const tracking = { ...message.tracking, carrier }
    await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      fulfilment.recordTracking(ctx, tracking, row.connection_id),
    )
  }
}
