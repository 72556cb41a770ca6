import type { OutboxHandler } from '#platform/jobs/outbox'
import type { TxContext } from '#platform/postgres/database'
import type { CancelResult } from '../carriers/carrier.ts'
import { retryDelayMs, type ShippingConfig } from '../carriers/shipping-config.ts'
import * as store from '../parcels/store.ts'
import type { LabelPurchaseRow } from '../parcels/tables.ts'
import * as purchases from './purchase-store.ts'

interface PurchaseTask {
  /** Whether the parcel still has this label, or finds it with the next list of its rates. */
  isNeeded: boolean
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
  concurrency: 4,
  claim: (ctx, limits) => purchases.claim(ctx, limits, shipping.leaseMs),
  async prepare(ctx, rows) {
    const parcels = await store.findParcels(
      ctx,
      rows.map(({ parcel_id }) => parcel_id),
    )
    return rows.map(({ parcel_id, carrier_ref }) => ({
      isNeeded: parcels.some(
        (parcel) =>
          parcel.id === parcel_id &&
          parcel.carrier_ref === carrier_ref &&
          parcel.state !== 'cancelled',
      ),
    }))
  },
  toPreparationFailure: (error) => ({ kind: 'unreachable', reason: String(error) }),
  async perform({ carrier, carrier_ref }, { isNeeded }) {
    if (isNeeded) return { kind: 'cancelled' }
    try {
      return (
        (await shipping.carriers.get(carrier)?.cancel(carrier_ref)) ?? {
          kind: 'unreachable',
          reason: `This deployment has no carrier ${carrier}.`,
        }
      )
    } catch (error) {
      return { kind: 'unreachable', reason: String(error) }
    }
  },
  async settle(ctx, row, { kind }) {
    if (kind === 'unreachable') deferBy(ctx, row, retryDelayMs(row.attempts, shipping))
    else purchases.remove(ctx, row.id)
  },
  async defer(ctx, row) {
    deferBy(ctx, row, Math.max(retryDelayMs(row.attempts, shipping), minDelayMs))
  },
})

const deferBy = (ctx: TxContext, row: LabelPurchaseRow, delayMs: number) =>
  purchases.defer(ctx, row, new Date(ctx.now.getTime() + delayMs))
