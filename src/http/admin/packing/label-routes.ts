import { accountNow } from '#accounts'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import { inTransaction } from '#platform/postgres/database'
import { handleWithoutTx } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './contract.ts'
import { findParcel, recordAction } from './parcel-action.ts'

/**
 * The routes of labels that carriers sell. These routes call the carrier, so they open their own
 * transactions.
 */
export const packingLabelRoutes = [
  handleWithoutTx(contract.listRates, async ({ db, member, params, shipping }) => {
    const rates = await fulfilment.listRates(db, member.account_id, params.id, shipping)
    if (rates === undefined) throw new ApiError('not_found')
    return rates
  }),

  handleWithoutTx(contract.buyRate, async ({ db, member, transact, params, body, shipping }) => {
    const { account_id } = member
    const bought = await fulfilment.buyRate(db, account_id, params.id, body.rate_id, shipping)
    if (bought === undefined) throw new ApiError('not_found')
    await transact(async (ctx) => {
      const parcel = await findParcel(ctx, params.id)
      const details = { carrier: bought.label?.carrier_name ?? '' }
      recordAction({ ctx, params }, 'packing.buy_label', parcel.barcode, details)
    })
    return bought
  }),

  handleWithoutTx(contract.printCarrierLabel, async (context) => {
    const { db, member, actor, params, allowPrivate, ports, proxy, reply } = context
    const { account_id, user_id } = member
    const now = accountNow(db, member)
    const url = await inTransaction(
      db,
      account_id,
      async (ctx) => {
        const label = await fulfilment.findLabel(ctx, user_id, params.id)
        recordAction({ ctx, params }, 'packing.print_carrier_label', label.barcode)
        return label.label_url
      },
      now,
      actor,
    )
    const { content_type, content } = await fulfilment.fetchLabel(url, {
      allowPrivate,
      ports,
      proxy,
    })
    await reply.header('cache-control', 'no-store').type(content_type).send(content)
    return HANDLED
  }),
]
