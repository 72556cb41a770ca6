import { manualStates } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { type Action, addUnits, createActionFactory } from './session.ts'
import type { Snapshot, SnapshotParcel } from './snapshot.ts'
import type { World } from './world.ts'

export function parcelActions(
  world: World,
  snapshot: Snapshot,
  parcel: SnapshotParcel,
  subject: string,
): Action[] {
  const { id, gift_request_id } = parcel
  const inTx = createActionFactory(subject)
  const siblings = snapshot.parcels.filter((each) => each.gift_request_id === gift_request_id)
  return [
    inTx('abandon', (ctx) => fulfilment.abandonParcel(ctx, gift_request_id, id)),
    ...(siblings.length < world.spec.maxParcels
      ? [
          inTx('ship again', (ctx, { shippingWith }) =>
            fulfilment.reshipLines(ctx, gift_request_id, id, shippingWith('accepts')),
          ),
        ]
      : []),
    ...(world.spec.carrier === 'manual'
      ? [...stationActions(world, parcel, subject), ...trackingActions(parcel, subject)]
      : scanActions(parcel, subject)),
  ]
}

function stationActions({ packers }: World, parcel: SnapshotParcel, subject: string): Action[] {
  const { id } = parcel
  const variants = [...new Set(parcel.lines.map(({ variant_id }) => variant_id))]
  return packers.flatMap((packer, index) => {
    const inTx = createActionFactory(`${subject} packer ${index}`)
    return [
      inTx('take', (ctx, { shippingWith }) =>
        fulfilment.take(ctx, packer, id, shippingWith('accepts')),
      ),
      inTx('release', (ctx) => fulfilment.release(ctx, packer, id)),
      inTx('pack', (ctx) => fulfilment.markPacked(ctx, packer, id)),
      inTx('unpack', (ctx) => fulfilment.unpack(ctx, packer, id)),
      inTx('hand over', (ctx) => fulfilment.handOver(ctx, packer, id, {})),
      inTx('unusable address', (ctx, { shippingWith }) =>
        fulfilment.reportUnusableAddress(ctx, packer, id, shippingWith('accepts')),
      ),
      ...variants.flatMap((variant_id, position) => [
        reportOutOfStock(
          packer,
          parcel,
          variant_id,
          `${subject} packer ${index} out of stock ${position}`,
        ),
        reportDamaged(packer, parcel, variant_id, `${subject} packer ${index} damaged ${position}`),
      ]),
    ]
  })
}

/**
 * Returns the action of a packer who cannot find the units of a variant. The units leave the ledger: those of
 * the parcel, and those that the stock counts.
 */
const reportOutOfStock = (
  packer: string,
  { id: parcel_id, lines, warehouse_id }: SnapshotParcel,
  variant_id: string,
  name: string,
): Action => ({
  name,
  async perform(session, { stock }) {
    const { run, shippingWith } = session
    await run((ctx) =>
      fulfilment.reportOutOfStock(ctx, packer, { parcel_id, variant_id }, shippingWith('accepts')),
    )
    const level = stock.find(
      (each) => each.variant_id === variant_id && each.warehouse_id === warehouse_id,
    )
    const own = lines.find((line) => line.variant_id === variant_id)?.quantity ?? 0
    addUnits(session, variant_id, -own - (level?.available ?? 0))
  },
})

const reportDamaged = (
  packer: string,
  { id: parcel_id }: SnapshotParcel,
  variant_id: string,
  name: string,
): Action => ({
  name,
  async perform(session) {
    const { run, shippingWith } = session
    await run((ctx) =>
      fulfilment.reportDamaged(ctx, packer, { parcel_id, variant_id }, shippingWith('accepts')),
    )
    addUnits(session, variant_id, -1)
  },
})

const trackingActions = ({ id, gift_request_id }: SnapshotParcel, subject: string): Action[] => [
  ...manualStates.map(
    (state): Action => ({
      name: `${subject} ${state}`,
      perform: ({ run }) =>
        run((ctx) => fulfilment.enterProgress(ctx, gift_request_id, id, { state })),
    }),
  ),
  {
    name: `${subject} back into stock`,
    perform: ({ run }) =>
      run((ctx) => fulfilment.enterProgress(ctx, gift_request_id, id, { restock: true })),
  },
]

/**
 * Returns the actions that scan a parcel. Leaves out a cancelled parcel, because a scan of it can take items
 * that are reserved for another gift.
 */
const scanActions = (
  { id, state: parcelState, gift_request_id }: SnapshotParcel,
  subject: string,
): Action[] =>
  parcelState === 'cancelled'
    ? []
    : fulfilment.scanStates
        .filter((state) => state !== 'ordered')
        .map((state) => ({
          name: `${subject} scan ${state}`,
          perform: ({ run }) =>
            run(async (ctx) => {
              await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
              const parcels = await fulfilment.listGiftParcels(ctx, gift_request_id)
              if (parcels.find((each) => each.id === id)?.state !== 'cancelled')
                await fulfilment.recordScan(ctx, id, { state })
            }),
        }))
