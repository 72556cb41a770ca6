import { hasDueRows } from '#platform/jobs/due-table'
import type { OutboxHandler } from '#platform/jobs/outbox'
import type { TxContext } from '#platform/postgres/database'
import { openCarrier, recordHealth } from '../carriers/account-carriers.ts'
import type { CancelResult, Carrier } from '../carriers/carrier.ts'
import { retryDelayMs, type ShippingConfig } from '../carriers/shipping-config.ts'
import * as store from '../parcels/store.ts'
import type { LabelPurchaseRow } from '../parcels/tables.ts'
import * as purchases from './purchase-store.ts'

interface PurchaseTask {
  /** Whether the parcel still has this label, or finds it with the next list of its rates. */
  isNeeded: boolean
  carrier: Carrier | undefined
}

/** Minimum delay after an internal failure, in milliseconds. */
const minDelayMs = 10_000

/**
 * Settles the purchases of labels (label-rates.ts) whose parcels no longer need them, and purchases without a result: it
 * refunds every label that no parcel has. A lease on the parcel during the purchase would make the recipient wait for a
 * packer, and would not help after a crash.
 */
export const createPurchaseOutbox = (
  shipping: ShippingConfig,
): OutboxHandler<LabelPurchaseRow, PurchaseTask, CancelResult> => ({
  due: hasDueRows(purchases.duePurchases),
  concurrency: 4,
  claim: (ctx, limits) => purchases.claim(ctx, limits, shipping.leaseMs),
  async prepare(ctx, rows) {
    const parcels = await store.findParcels(
      ctx,
      rows.map(({ parcel_id }) => parcel_id),
    )
    const tasks: PurchaseTask[] = []
    for (const row of rows) {
      const isNeeded = parcels.some(
        (parcel) =>
          parcel.id === row.parcel_id &&
          parcel.carrier_ref === row.carrier_ref &&
          parcel.state !== 'cancelled',
      )
      tasks.push({ isNeeded, carrier: await openCarrier(ctx, row, shipping) })
    }
    return tasks
  },
  toPreparationFailure: (error) => ({ kind: 'unreachable', reason: String(error) }),
  async perform({ carrier: name, carrier_ref }, { isNeeded, carrier }) {
    if (isNeeded) return { kind: 'cancelled' }
    try {
      return (
        (await carrier?.cancel(carrier_ref)) ?? {
          kind: 'unreachable',
          reason: `This deployment has no carrier ${name}.`,
        }
      )
    } catch (error) {
      return { kind: 'unreachable', reason: String(error) }
    }
  },
  async settle(ctx, row, result) {
    if (result.kind !== 'unreachable') return purchases.remove(ctx, row.id)
    recordHealth(ctx, row, result)
    deferBy(ctx, row, retryDelayMs(row.attempts, shipping))
  },
  async defer(ctx, row) {
    deferBy(ctx, row, Math.max(retryDelayMs(row.attempts, shipping), minDelayMs))
  },
})

const deferBy = (ctx: TxContext, row: LabelPurchaseRow, delayMs: number) =>
  purchases.defer(ctx, row, new Date(ctx.now.getTime() + delayMs))
