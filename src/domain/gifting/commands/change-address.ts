import type { Address } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { encryptAddress } from '../lifecycle/snapshot.ts'
import type { Gift } from '../lifecycle/tables.ts'

/**
 * Corrects the shipping address of a locked gift request. Emits no event and keeps the state. The statement is
 * not awaited.
 */
export function changeAddress(ctx: TxContext, gift: Gift, shipping_address: Address): Gift {
  const address = encryptAddress(ctx.deployment, gift.id, shipping_address)
  ctx.enqueue(
    `update gifting.gift_request set address = $3, updated_at = $4, country = $5
      where account_id = $1 and id = $2`,
    [gift.account_id, gift.id, address, ctx.now, shipping_address.country],
  )
  return { ...gift, address, country: shipping_address.country, updated_at: ctx.now }
}
