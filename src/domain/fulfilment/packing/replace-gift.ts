import { ApiError } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import { isFinal } from '../parcels/parcel-states.ts'
import { listGiftParcels, type Parcel } from '../parcels/read.ts'
import { reshipLines } from './recovery.ts'

/** How a gift can be replaced after a problem report. */
export interface ReplacementOptions {
  /** The gift can be sent again: its recipient confirms it again. */
  can_send_again: boolean
  /** The parcels whose items can be shipped again to the same address. */
  parcels: readonly { id: string; number: number }[]
}

export async function findReplacements(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly Parcel[],
): Promise<ReplacementOptions> {
  const isOver = gift.status === 'cancelled' || gift.state === 'complete'
  const replaced = new Set(parcels.flatMap(({ replaces }) => replaces ?? []))
  const reshippable = isOver
    ? []
    : parcels.filter(({ id, state }) => isFinal(state) && !replaced.has(id))
  return {
    can_send_again: (await gifting.reissueBlocker(ctx, gift)) === undefined,
    parcels: reshippable.map(({ id, number }) => ({ id, number })),
  }
}

export type Replacement =
  | { kind: 'sent_again'; id: string; reference: string }
  | { kind: 'shipped_again'; parcel_id: string }

/**
 * Replaces the gift of a problem report, and resolves the report: ships the items of the parcel again, or of the only parcel
 * possible; sends a gift again that did not arrive. Throws `invalid_transition` if neither is possible, and `required` if a
 * parcel must be named. Returns undefined if the account has no such report. A resolved report is not replaced again.
 */
export async function replaceGift(
  ctx: TxContext,
  gift_request_id: string,
  report_id: string,
  { parcel_id, cause }: { parcel_id?: string | undefined; cause: string },
  shipping: ShippingConfig,
): Promise<Replacement | undefined> {
  const resolved = await gifting.resolveProblem(ctx, gift_request_id, report_id, 'replaced')
  if (resolved === undefined) return undefined
  const { gift, isNew } = resolved
  if (!isNew) throw new ApiError('invalid_transition', { message: 'The report is resolved.' })
  const parcels = await listGiftParcels(ctx, gift.id)
  const options = await findReplacements(ctx, gift, parcels)
  if (options.can_send_again && parcel_id === undefined) {
    const reissued = await gifting.reissue(ctx, gift.id, {}, cause)
    if (reissued === undefined) throw new Error('a locked gift request is not found')
    return { kind: 'sent_again', id: reissued.id, reference: reissued.reference }
  }
  const parcel = findParcel(options, parcel_id)
  await reshipLines(ctx, gift.id, parcel.id, shipping)
  return { kind: 'shipped_again', parcel_id: parcel.id }
}

function findParcel({ parcels }: ReplacementOptions, parcel_id: string | undefined) {
  const [first, ...others] = parcels
  if (first === undefined)
    throw new ApiError('invalid_transition', {
      message: 'No parcel of this gift can be shipped again. Send a new gift instead.',
    })
  if (parcel_id === undefined) {
    if (others.length === 0) return first
    throw new ApiError('required', {
      fieldErrors: [
        { code: 'required', param: 'parcel_id', message: 'must name one of several parcels' },
      ],
    })
  }
  const parcel = parcels.find(({ id }) => id === parcel_id)
  if (parcel !== undefined) return parcel
  throw new ApiError('invalid_reference', {
    fieldErrors: [
      {
        code: 'invalid_reference',
        param: 'parcel_id',
        message: 'must name a parcel that can be shipped again',
      },
    ],
  })
}
