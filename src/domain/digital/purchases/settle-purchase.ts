import * as connections from '#connections'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as codeStore from '../codes/code-store.ts'
import { lockDigests } from '../codes/digest-key.ts'
import { validateRows } from '../codes/parse-codes.ts'
import * as contentStore from '../contents/content-store.ts'
import * as itemStore from '../items/item-store.ts'
import { recordUnfunded } from '../reconciliation/reconciliations.ts'
import { setFunded } from '../reconciliation/store.ts'
import type { BoughtCode, OrderResult } from '../suppliers/code-supplier.ts'
import * as purchaseStore from '../suppliers/purchase-store.ts'
import * as sourceStore from '../suppliers/source-store.ts'
import { findUsable, startPurchase } from '../suppliers/start-purchase.ts'
import {
  codeContext,
  type ItemRow,
  type PurchaseRow,
  pinContext,
  type StopReason,
} from '../tables.ts'

/** The milliseconds before the second and later requests of an order; the last value repeats. */
const retryDelaysMs = [2_000, 10_000, 60_000, 5 * 60_000, 30 * 60_000]
/** The number of requests after which an order that has no code yet counts as a failure of the connection. */
const maxPendingRequests = 4
const maxProblemLength = 500

/**
 * Stores the result of a request, in a transaction that has locked the gift request. A result that another request has
 * settled changes nothing. Returns whether the order has ended, with the item that got a code.
 */
export async function settlePurchase(
  ctx: TxContext,
  row: PurchaseRow,
  result: OrderResult,
): Promise<{ isSettled: boolean; filled: ItemRow[] }> {
  if (!(await purchaseStore.lockOpen(ctx, row))) return { isSettled: false, filled: [] }
  await recordHealth(ctx, row, result)
  if (result.kind === 'unknown' || result.kind === 'pending') {
    await deferPurchase(ctx, row)
    return { isSettled: false, filled: [] }
  }
  const item = (await itemStore.findByGift(ctx, row.gift_request_id)).find(
    ({ id }) => id === row.item_id,
  )
  const waiting = item?.given_at === null ? item : undefined
  const isGiven =
    result.kind === 'bought'
      ? await settleBought(ctx, row, result.code, waiting)
      : await settleFailed(ctx, row, { problem: result.reason }, waiting)
  return { isSettled: true, filled: waiting !== undefined && isGiven ? [waiting] : [] }
}

/** Postpones the next request of an open order. */
export const deferPurchase = (ctx: TxContext, row: PurchaseRow): Promise<number> => {
  const delayMs = retryDelaysMs[Math.min(row.attempts, retryDelaysMs.length) - 1] ?? 0
  const due_at = new Date(ctx.real_now.getTime() + delayMs)
  return purchaseStore.update(ctx, row, { due_at, leased_until: null })
}

async function recordHealth(
  ctx: TxContext,
  { connection_id, attempts }: PurchaseRow,
  result: OrderResult,
): Promise<void> {
  const isLate = result.kind === 'pending' && attempts >= maxPendingRequests
  const reason = isLate
    ? 'an order has no code yet: look at it at the supplier'
    : result.kind === 'failed' || result.kind === 'unknown'
      ? result.reason
      : undefined
  if (result.kind === 'pending' && !isLate) return
  const isUrgent = result.kind === 'failed' && result.isAccount === true
  // before the health: a comparison locks its own row first, too
  if (result.kind === 'bought') setFunded(ctx, connection_id)
  if (result.kind === 'failed' && result.isUnfunded) await recordUnfunded(ctx, connection_id)
  connections.recordResult(ctx, connection_id, reason, { isUrgent })
}

/** Returns the columns of an order that has ended. */
const toEndColumns = (ctx: TxContext) => ({
  due_at: null,
  leased_until: null,
  settled_at: ctx.real_now,
})

/**
 * Stores a code that is paid, and gives it to the item that waits for it. Without such an item the code is free: the next
 * gift gets it before another one is bought. A price above the ceiling stops the source, but the money is spent, so the
 * recipient gets the code.
 */
async function settleBought(
  ctx: TxContext,
  row: PurchaseRow,
  code: BoughtCode,
  waiting: ItemRow | undefined,
): Promise<boolean> {
  const paid = {
    order_ref: code.order_ref.slice(0, 200),
    price_minor: code.price?.amount_minor ?? null,
    price_currency: code.price?.currency ?? null,
  }
  const code_id = await insertCode(ctx, row, code)
  if (code_id === undefined) {
    await stopSource(ctx, row, 'code_unusable')
    const problem = 'the order is paid, and its code is invalid or was bought before'
    return settleFailed(ctx, row, { ...paid, problem }, waiting)
  }
  const isWithin =
    code.price !== null &&
    code.price.currency === row.ceiling_currency &&
    code.price.amount_minor <= row.ceiling_minor
  if (!isWithin) await stopSource(ctx, row, 'price_above_ceiling')
  const problem = isWithin ? null : 'the price is above the ceiling, or not known'
  await purchaseStore.update(ctx, row, {
    state: 'bought',
    ...paid,
    problem,
    code_id,
    ...toEndColumns(ctx),
  })
  if (waiting === undefined) return false
  await codeStore.giveOne(ctx, code_id, row.gift_request_id)
  await itemStore.setCodes(ctx, [{ id: waiting.id, code_id }])
  return true
}

const stopSource = (ctx: TxContext, row: PurchaseRow, reason: StopReason) =>
  sourceStore.stop(ctx, row, reason)

/** Inserts a purchased code. Returns undefined if it is invalid, or if the account has it already. */
async function insertCode(
  ctx: TxContext,
  { variant_id }: PurchaseRow,
  { text, pin, expires_on }: BoughtCode,
): Promise<string | undefined> {
  const [content] = await contentStore.find(ctx, [variant_id])
  const parsed = { line: 1, code: text.trim(), pin: pin?.trim() || null, expires_on }
  if (validateRows([parsed], content?.delivery === 'link').problems.length > 0) return undefined
  const digests = await lockDigests(ctx)
  const code_digest = digests.code(parsed.code)
  if ((await codeStore.findKnownDigests(ctx, [code_digest])).length > 0) return undefined
  const { cipher } = ctx.deployment
  const id = newId(ctx.now)
  await codeStore.insert(ctx, { variant_id, import_id: null, is_purchased: true }, [
    {
      id,
      code_digest,
      similar_digest: digests.similar(parsed.code),
      last_four_digest: digests.lastFour(parsed.code),
      encrypted_code: cipher.encrypt(parsed.code, codeContext(id)),
      encrypted_pin: parsed.pin === null ? null : cipher.encrypt(parsed.pin, pinContext(id)),
      expires_on,
    },
  ])
  return id
}

/**
 * Ends an order that bought nothing. The item that waits for it gets an order at the next source, otherwise one of the
 * account's own codes. Returns whether it has got a code.
 */
async function settleFailed(
  ctx: TxContext,
  row: PurchaseRow,
  { problem, ...paid }: Partial<PurchaseRow> & { problem: string },
  waiting: ItemRow | undefined,
): Promise<boolean> {
  const text = problem.slice(0, maxProblemLength)
  await purchaseStore.update(ctx, row, {
    state: 'failed',
    ...paid,
    problem: text,
    ...toEndColumns(ctx),
  })
  if (waiting === undefined) return false
  const usable = await findUsable(ctx, [row.variant_id], row.country)
  const next = usable.get(row.variant_id)?.find(({ position }) => position > row.position)
  if (next !== undefined) {
    await startPurchase(ctx, waiting, next, row.country)
    return false
  }
  const [code_id] = await codeStore.take(ctx, row.variant_id, row.gift_request_id, 1)
  if (code_id === undefined) return false
  await itemStore.setCodes(ctx, [{ id: waiting.id, code_id }])
  return true
}
