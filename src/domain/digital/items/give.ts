import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as codeStore from '../codes/code-store.ts'
import * as contentStore from '../contents/content-store.ts'
import { findDigitalIds, needsCode } from '../contents/contents.ts'
import * as purchaseStore from '../suppliers/purchase-store.ts'
import { findUsable, startPurchase } from '../suppliers/start-purchase.ts'
import type { ContentRow, ItemRow } from '../tables.ts'
import * as itemStore from './item-store.ts'

/** A line item of a gift request. Lines of physical variants are ignored. */
export interface GiftLine {
  line_item_id: string
  variant_id: string
  quantity: number
}

/**
 * Returns those digital variants that a new gift can get. A variant without content is older than digital contents and
 * stays available. A variant that older gifts wait for is not available.
 */
export async function findAvailable(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const digitalIds = [...(await findDigitalIds(ctx, variant_ids))]
  if (digitalIds.length === 0) return new Set()
  const contents = await contentStore.find(ctx, digitalIds)
  const codedIds = contents.filter(needsCode).map(({ id }) => id)
  const usable = await findUsable(ctx, codedIds)
  const withFreeCode = await codeStore.findAvailable(ctx, codedIds)
  for (const id of usable.keys()) withFreeCode.add(id)
  const unavailable = new Set(
    contents.filter((content) => !hasContent(content, withFreeCode)).map(({ id }) => id),
  )
  return new Set(digitalIds.filter((id) => !unavailable.has(id)))
}

function hasContent(content: ContentRow, withFreeCode: ReadonlySet<string>): boolean {
  if (needsCode(content)) return withFreeCode.has(content.id)
  return content.delivery === 'link' ? content.encrypted_link !== null : content.file_id !== null
}

/**
 * Gives all digital lines of a locked gift request, each quantity 1, or returns the variants that are out of stock. The
 * caller then rolls back. A code that a supplier sells is ordered, and `isBuying` is true: the item waits for it.
 */
export async function giveAll(
  ctx: TxContext,
  gift_request_id: string,
  lines: readonly GiftLine[],
  country: string | null = null,
): Promise<{ unavailable: string[]; isBuying: boolean }> {
  const ids = lines.map(({ variant_id }) => variant_id)
  const digitalIds = await findDigitalIds(ctx, ids)
  if (digitalIds.size === 0) return { unavailable: [], isBuying: false }
  const available = await findAvailable(ctx, [...digitalIds])
  const unavailable = new Set([...digitalIds].filter((id) => !available.has(id)))
  if (unavailable.size > 0) return { unavailable: [...unavailable], isBuying: false }
  const items = await createItems(ctx, gift_request_id, lines, digitalIds)
  const ordered = await buy(ctx, items, country)
  for (const item of items) {
    if (ordered.has(item.id)) continue
    const code_id = await takeOne(ctx, item)
    if (code_id === undefined) unavailable.add(item.variant_id)
    else await itemStore.setCodes(ctx, [{ id: item.id, code_id }])
  }
  return { unavailable: [...unavailable], isBuying: ordered.size > 0 }
}

/**
 * Orders codes for those waiting items whose variants have suppliers. A purchased code that an earlier gift did not need is
 * left to the caller, who takes it first. Returns the items with an order.
 */
async function buy(
  ctx: TxContext,
  items: readonly ItemRow[],
  country: string | null,
): Promise<ReadonlySet<string>> {
  const usable = await findUsable(
    ctx,
    items.map(({ variant_id }) => variant_id),
    country,
  )
  const ordered = new Set<string>()
  for (const item of items) {
    const [source] = usable.get(item.variant_id) ?? []
    if (source === undefined) continue
    const options = { isPurchased: true }
    const [code_id] = await codeStore.take(ctx, item.variant_id, item.gift_request_id, 1, options)
    if (code_id === undefined) await startPurchase(ctx, item, source, country)
    else await itemStore.setCodes(ctx, [{ id: item.id, code_id }])
    ordered.add(item.id)
  }
  return ordered
}

/**
 * Takes one code. When other transactions are giving all codes that are left, waits for them: one of them may roll back.
 * A transaction waits for codes in the order of the variants, so two transactions cannot wait for each other.
 */
async function takeOne(
  ctx: TxContext,
  { variant_id, gift_request_id }: Pick<ItemRow, 'variant_id' | 'gift_request_id'>,
): Promise<string | undefined> {
  for (;;) {
    const [id] = await codeStore.take(ctx, variant_id, gift_request_id, 1)
    if (id !== undefined || !(await codeStore.waitForFree(ctx, variant_id))) return id
  }
}

/**
 * Gives the digital lines of a locked gift request as far as there are codes. The rest waits. Idempotent. Returns how
 * many items wait.
 */
export async function giveAvailable(
  ctx: TxContext,
  gift_request_id: string,
  lines: readonly GiftLine[],
  country: string | null = null,
): Promise<WaitingCounts> {
  const digitalIds = await findDigitalIds(
    ctx,
    lines.map(({ variant_id }) => variant_id),
  )
  if (digitalIds.size === 0) return { waiting: 0, buying: 0 }
  const items = await createItems(ctx, gift_request_id, lines, digitalIds)
  const open = await purchaseStore.findOpenItems(ctx, gift_request_id)
  await buy(
    ctx,
    items.filter(({ id }) => !open.has(id)),
    country,
  )
  await fillWaiting(ctx, gift_request_id)
  return countWaiting(ctx, gift_request_id)
}

/** How many items of a gift request wait, and for how many of them an order at a supplier is open. */
export interface WaitingCounts {
  waiting: number
  buying: number
}

/** Counts the items of a locked gift request that wait. */
export async function countWaiting(
  ctx: TxContext,
  gift_request_id: string,
): Promise<WaitingCounts> {
  const waiting = (await itemStore.findByGift(ctx, gift_request_id)).filter(isWaiting)
  if (waiting.length === 0) return { waiting: 0, buying: 0 }
  const { size: buying } = await purchaseStore.findOpenItems(ctx, gift_request_id)
  return { waiting: waiting.length, buying }
}

/** The milliseconds after which the suppliers of an item are asked again, when all of them have failed. */
const retryMs = 15 * 60_000

/** Orders codes again for the waiting items of a locked gift request whose orders have failed. Returns how many. */
export async function retryPurchases(ctx: TxContext, gift_request_id: string): Promise<number> {
  const items = (await itemStore.findByGift(ctx, gift_request_id)).filter(isWaiting)
  let count = 0
  for (const item of items) {
    const last = await purchaseStore.findLast(ctx, item.id)
    const isDue = last?.state === 'failed' && Number(last.settled_at) <= getRetryTime(ctx).getTime()
    if (isDue) count += (await buy(ctx, [item], last.country)).size
  }
  return count
}

const getRetryTime = (ctx: TxContext) => new Date(ctx.real_now.getTime() - retryMs)

/** Returns the gift requests whose suppliers are asked again, the one that waits longest first. */
export const findRetryableGifts = (ctx: TxContext, limit: number): Promise<string[]> =>
  itemStore.findRetryable(ctx, getRetryTime(ctx), limit)

/**
 * Gives codes to the waiting items of a locked gift request for which no order is open. Returns the items that got one, and
 * how many of the others wait.
 */
export async function fillWaiting(
  ctx: TxContext,
  gift_request_id: string,
): Promise<{ filled: ItemRow[]; waiting: number }> {
  const open = await purchaseStore.findOpenItems(ctx, gift_request_id)
  const items = (await itemStore.findByGift(ctx, gift_request_id)).filter(
    (item) => isWaiting(item) && !open.has(item.id),
  )
  const filled: ItemRow[] = []
  const byVariant = Map.groupBy(items.toSorted(compareVariants), ({ variant_id }) => variant_id)
  for (const [variant_id, waiting] of byVariant) {
    const codeIds = await codeStore.take(ctx, variant_id, gift_request_id, waiting.length)
    const served = waiting.slice(0, codeIds.length)
    const toPair = (item: ItemRow, index: number) => ({
      id: item.id,
      code_id: codeIds[index] ?? '',
    })
    if (served.length > 0) await itemStore.setCodes(ctx, served.map(toPair))
    filled.push(...served)
  }
  return { filled, waiting: items.length - filled.length }
}

const isWaiting = ({ given_at }: ItemRow) => given_at === null

const compareVariants = (one: { variant_id: string }, other: { variant_id: string }) =>
  one.variant_id < other.variant_id ? -1 : one.variant_id > other.variant_id ? 1 : 0

/** Inserts the items of the digital lines. Returns those that wait for a code, ordered by variant. */
async function createItems(
  ctx: TxContext,
  gift_request_id: string,
  lines: readonly GiftLine[],
  digitalIds: ReadonlySet<string>,
): Promise<ItemRow[]> {
  const contents = new Map(
    (await contentStore.find(ctx, [...digitalIds])).map((content) => [content.id, content]),
  )
  const items = lines
    .filter(({ variant_id }) => digitalIds.has(variant_id))
    .flatMap(({ line_item_id, variant_id, quantity }) => {
      const content = contents.get(variant_id)
      const needs_code = content !== undefined && needsCode(content)
      const delivery = content?.delivery ?? ('link' as const)
      // A shared link and a file are the same for each unit.
      return Array.from({ length: needs_code ? quantity : 1 }, (_, index) => ({
        ...{ line_item_id, variant_id, delivery, needs_code },
        number: index + 1,
      }))
    })
  await itemStore.insert(
    ctx,
    gift_request_id,
    items.map((item, index) => ({ ...item, id: newId(ctx.now, index) })),
  )
  const saved = await itemStore.findByGift(ctx, gift_request_id)
  return saved.filter(isWaiting).toSorted(compareVariants)
}

/** Returns the accounts with items that wait for a code. */
export const accountsWithWaiting = (ctx: TxContext): Promise<string[]> =>
  ctx.queryValues<string>(selectAccountsWithRows('digital.item', 'given_at is null'))

/** Returns the gift requests that a free code can serve, the one that waits longest first. */
export const findServableGifts = async (ctx: TxContext, limit: number): Promise<string[]> =>
  (await itemStore.findServable(ctx, limit)).map(({ gift_request_id }) => gift_request_id)
