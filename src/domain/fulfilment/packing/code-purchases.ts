import * as accounts from '#accounts'
import * as digital from '#digital'
import * as gifting from '#gifting'
import { hasDueRows } from '#platform/jobs/due-table'
import type { OutboxHandler } from '#platform/jobs/outbox'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import { showDigital } from './create-parcels.ts'

/** Longer than a look-up and an order, each with its limit of time, and half a minute. */
const leaseMs = 3 * 60_000

/**
 * Orders the codes of digital items at their suppliers, and gives them to the gifts that wait. A purchase is claimed, and so
 * counted, before its request: after a crash the next request looks the order up with the same key.
 */
export const createCodePurchaseOutbox = ({
  connectors,
}: ShippingConfig): OutboxHandler<
  digital.PurchaseRow,
  digital.PurchaseSupplier,
  digital.OrderResult
> => ({
  due: hasDueRows(digital.duePurchases),
  concurrency: 10,
  claim: (ctx, limits) => digital.claimPurchases(ctx, limits, leaseMs),
  async prepare(ctx, rows) {
    const suppliers: digital.PurchaseSupplier[] = []
    for (const row of rows) suppliers.push(await digital.openSupplier(ctx, row, connectors))
    return suppliers
  },
  toPreparationFailure: (error) => ({ kind: 'unknown', reason: String(error) }),
  perform: digital.requestPurchase,
  async settle(realCtx, row, result) {
    const ctx = await accounts.withAccountTime(realCtx, row.account_id)
    const gift = await gifting.findForUpdate(ctx, row.account_id, row.gift_request_id)
    const { isSettled, filled } = await digital.settlePurchase(ctx, row, result)
    if (isSettled && gift !== undefined && gift.status !== 'cancelled')
      await showDigital(ctx, gift, filled)
  },
  async defer(ctx, row) {
    await digital.deferPurchase(ctx, row)
  },
})
