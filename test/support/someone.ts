import * as gifting from '#gifting'
import { aDirectGift, aGift, type World } from '#test/api-world'
import type { Shipper } from '#test/parcels'
import { redeem, type Shop } from '#test/shop'

/** Somebody of whom every word is unmistakable, with one gift in each of many situations. */
export async function someone(world: World, shop: Shop, shipper: Shipper, marker: string) {
  const email = `${marker}@Mail.example`
  const recipient = { first_name: `${marker}first`, last_name: `${marker}last`, email }
  const address = {
    name: `${marker} at home`,
    line_1: `${marker} street 1`,
    line_2: `${marker} door 2`,
    city: `${marker}ville`,
    postal_code: '10117',
    country: 'DE',
    phone: `+49 30 ${marker}`,
  }
  const personal = {
    recipient,
    email_message: { subject: `For ${marker}`, body: `Dear ${marker}` },
    metadata: { [`${marker}key`]: `${marker}value` },
  }
  const ids: string[] = []
  const gift = async (more: object = {}) => {
    const id = await shop.gift({ ...personal, ...more })
    ids.push(id)
    return id
  }
  const thanked = await gift()
  await redeem(world, thanked, { variant_ids: [shop.id('Red')], shipping_address: address })
  await shipper.run()
  const word = { words: `left for ${marker}`, place: `${marker}ville` }
  await shipper.say(thanked, { state: 'in_transit', ...word })
  await world.run((ctx) =>
    gifting.saveThankYouNote(ctx, thanked, { text: `${marker} says thanks` }),
  )
  const declined = await gift()
  const chosen = { variant_ids: [shop.id('Red')] }
  await world.run((ctx) => gifting.saveSelection(ctx, declined, chosen))
  await world.run((ctx) => gifting.decline(ctx, declined, { reason: `${marker} is allergic` }))
  const redeemed = await gift()
  await redeem(world, redeemed, { variant_ids: [shop.id('Red')], shipping_address: address })
  const expires_at = new Date(world.db.clock().getTime() + 60_000).toISOString()
  const expired = await gift({ expires_at })
  await world.passTime(60_001)
  await world.run((ctx) => gifting.requestRenewal(ctx, expired, { text: `${marker} was away` }))
  const headers = { 'idempotency-key': `order for ${marker}`.replaceAll(' ', '-') }
  const fixed = aDirectGift(world, { ...personal, shipping_address: address })
  const direct = await world.api.post('/gift_requests', fixed, headers)
  ids.push(direct.json.id)
  const batch = { gift_requests: [{ ...aGift(world), ...personal }] }
  const plain = { 'idempotency-key': `batch-${ids.length}-${Math.random()}` }
  const many = await world.api.post('/gift_requests/batch', batch, plain)
  ids.push(many.json.data[0].id)
  await world.passTime()
  return { email, ids, thanked, declined, redeemed, expired, direct, many, plain, batch }
}
