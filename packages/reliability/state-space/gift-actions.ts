import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { homeAddress } from '#test/catalogue-fixture'
import { type Action, createActionFactory } from './session.ts'
import type { Snapshot } from './snapshot.ts'
import type { World } from './world.ts'

const addresses = { home: homeAddress, work: { ...homeAddress, line_1: 'Walkway 7' } }
const expiryMs = 60 * 24 * 60 * 60 * 1000

export function giftActions(
  world: World,
  snapshot: Snapshot,
  id: string,
  subject: string,
): Action[] {
  const { spec, ids } = world
  const choices = Object.entries(spec.choices).map(
    ([name, variants]) => [name, variants.map((variant) => ids[variant] ?? '')] as const,
  )
  const isPhysical = (variant_ids: readonly string[]) =>
    variant_ids.some((each) => world.given.has(each))
  const inTx = createActionFactory(subject)
  return [
    ...choices.map(([name, variant_ids]) =>
      inTx(`redeem ${name}`, (ctx) =>
        gifting.redeem(ctx, id, {
          variant_ids: [...variant_ids],
          ...(isPhysical(variant_ids) && { shipping_address: addresses.home }),
        }),
      ),
    ),
    ...choices.map(([name, variant_ids]) =>
      inTx(`swap ${name}`, (ctx, { shippingWith }) =>
        fulfilment.changeGift(ctx, id, { variant_ids: [...variant_ids] }, shippingWith('accepts')),
      ),
    ),
    ...Object.entries(addresses).map(([name, shipping_address]) =>
      inTx(`address ${name}`, (ctx, { shippingWith }) =>
        fulfilment.changeGift(ctx, id, { shipping_address }, shippingWith('accepts')),
      ),
    ),
    inTx('decline', (ctx) => gifting.decline(ctx, id)),
    inTx('withdraw decline', (ctx) => gifting.withdrawDecline(ctx, id)),
    inTx('cancel', (ctx) => gifting.cancel(ctx, id, 'a walk')),
    inTx('extend', (ctx) =>
      gifting.extendExpiry(ctx, id, { at: new Date(ctx.now.getTime() + expiryMs) }),
    ),
    inTx('shorten', (ctx) =>
      gifting.extendExpiry(ctx, id, { at: new Date(ctx.now.getTime() + 1) }),
    ),
    inTx('remind', (ctx) => gifting.sendReminder(ctx, id)),
    inTx('new link', (ctx) => gifting.reissueLink(ctx, id)),
    ...(snapshot.gifts.length < spec.maxGifts
      ? [inTx('send again', (ctx) => gifting.reissue(ctx, id, {}, 'a walk'))]
      : []),
    ...Object.entries(addresses).map(([name, address]) =>
      inTx(`correct address ${name}`, (ctx, { shippingWith }) =>
        fulfilment.correctAddress(ctx, id, address, shippingWith('accepts')),
      ),
    ),
    inTx('retry', (ctx) => fulfilment.retryRefused(ctx, id)),
    inTx('close', (ctx) => fulfilment.closeDelivered(ctx, id)),
  ]
}
