import * as catalogue from '#catalogue'
import { type Address, parseRawJson } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { settleChangedItems } from '../lifecycle/costs.ts'
import { enqueueChangeResult } from '../lifecycle/recipient-emails.ts'
import { addressContext, encryptAddress } from '../lifecycle/snapshot.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { saveGivenVariants } from '../lifecycle/transition-store.ts'
import type { ChangedItem, GiftChange } from './gift-change-store.ts'
import * as changeStore from './gift-change-store.ts'
import { canonicalAddress } from './redeem.ts'
import type { ResolvedChange } from './resolve-change.ts'

/** A change as the admin area and the recipient's page show it. */
export interface GiftChangeSummary {
  id: string
  state: GiftChange['state']
  changes_address: boolean
  old_items: readonly ChangedItem[]
  new_items: readonly ChangedItem[]
  requested_at: Date
  settled_at: Date | null
}

/** Returns the changes of a gift request, oldest first. */
export async function listChanges(
  ctx: TxContext,
  gift: Pick<Gift, 'account_id' | 'id'>,
): Promise<GiftChangeSummary[]> {
  return (await changeStore.listByGift(ctx, gift)).map(toSummary)
}

const toSummary = (change: GiftChange): GiftChangeSummary => ({
  id: change.id,
  state: change.state,
  changes_address: change.changes_address,
  old_items: change.old_items === null ? [] : parseRawJson(change.old_items),
  new_items: change.new_items === null ? [] : parseRawJson(change.new_items),
  requested_at: change.requested_at,
  settled_at: change.settled_at,
})

/** Returns the pending change of a locked gift request, and how many changes it has had. */
export async function findChanges(
  ctx: TxContext,
  gift: Gift,
): Promise<{ pending: GiftChange | undefined; count: number }> {
  const changes = await changeStore.listByGift(ctx, gift)
  return { pending: changes.find(({ state }) => state === 'pending'), count: changes.length }
}

/** Records a change of a locked gift request. `applyChange` or `rejectChange` ends it. */
export function recordChange(ctx: TxContext, gift: Gift, resolved: ResolvedChange): GiftChange {
  const id = newId(ctx.now)
  const { shipping_address, ...items } = resolved
  const change: GiftChange = {
    ...items,
    id,
    gift_request_id: gift.id,
    state: 'pending',
    changes_address: shipping_address !== null,
    address:
      shipping_address === null ? null : encryptAddress(ctx.deployment, id, shipping_address),
    requested_at: ctx.now,
    settled_at: null,
  }
  changeStore.insert(ctx, change)
  return change
}

/** Returns whether a pending change has this content, such as after a double click. */
export function isSameChange(
  ctx: TxContext,
  pending: GiftChange,
  { old_items, new_items, shipping_address }: ResolvedChange,
): boolean {
  const address = decryptChangeAddress(ctx, pending)
  const isSameAddress =
    shipping_address === null || address === null
      ? shipping_address === address
      : canonicalAddress(shipping_address) === canonicalAddress(address)
  return isSameAddress && pending.old_items === old_items && pending.new_items === new_items
}

function decryptChangeAddress({ deployment }: TxContext, change: GiftChange): Address | null {
  if (change.address === null) return null
  return JSON.parse(deployment.cipher.decrypt(change.address, addressContext(change.id))) as Address
}

/**
 * Gives a locked gift request the new items and the new address, and emails the recipient. The old address is
 * overwritten. Emits no event and keeps the state.
 */
export function applyChange(ctx: TxContext, gift: Gift, change: GiftChange): Gift {
  const address = decryptChangeAddress(ctx, change)
  const changed: Gift = {
    ...gift,
    line_items: change.line_items ?? gift.line_items,
    address: address === null ? gift.address : encryptAddress(ctx.deployment, gift.id, address),
    country: address === null ? gift.country : address.country,
    version: gift.version + 1,
    updated_at: new Date(Math.max(ctx.now.getTime(), gift.updated_at.getTime())),
  }
  changeStore.updateGift(ctx, changed)
  if (change.line_items !== null) {
    changeStore.deleteVariants(ctx, changed)
    saveGivenVariants(ctx, [changed])
    settleChangedItems(ctx, changed)
  }
  changeStore.settle(ctx, change.id, 'applied')
  enqueueChangeResult(ctx, changed, { change_id: change.id, kind: 'gift_changed' })
  return changed
}

/** Ends a change without effect, and returns the stock that it holds. */
export function rejectChange(
  ctx: TxContext,
  gift: Gift,
  change: GiftChange,
  { isEmailed }: { isEmailed: boolean },
): void {
  catalogue.release(ctx, change.id)
  changeStore.settle(ctx, change.id, 'rejected')
  if (isEmailed) enqueueChangeResult(ctx, gift, { change_id: change.id, kind: 'gift_not_changed' })
}
