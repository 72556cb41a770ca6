import assert from 'node:assert/strict'
import type { Carrier, PaidGift, PaidGifts } from '#fulfilment'
import type { Check } from './conformance-kit.ts'
import { type Attack, hang, lose, passOn } from './hostile-proxy.ts'
import { createShipmentLine, createShipmentRequest } from './shipment-fixture.ts'
import { giftFor } from './shop-gift-fixture.ts'
import { after, badAnswers, shopOf } from './shop-kit-products.ts'
import {
  kitTimeoutMs,
  patient,
  type ShopContext,
  type ShopService,
  withinMs,
} from './shop-subject.ts'

/* The checks of the gifts that buyers pay in a shop. */

const giftsOf = (carrier: Carrier): PaidGifts =>
  shopOf(carrier).gifts ?? assert.fail('the shop has no paid gifts')

const since = new Date('2026-01-01T00:00:00Z')

async function list(carrier: Carrier): Promise<readonly PaidGift[]> {
  const reading = await giftsOf(carrier).list(since, patient())
  assert.ok(reading.ok, JSON.stringify(reading))
  return reading.orders
}

const requestFor = (key: string, sku: string) =>
  createShipmentRequest({
    paid_order: key,
    lines: [createShipmentLine({ sku, quantity: 1 })],
  })

/** Offers two products, and buys the first one as a gift. */
function buyGift(service: ShopService): string {
  service.put(1, 'ONE', 50)
  service.put(2, 'TWO', 50)
  return service.buy(giftFor(), ['ONE'])
}

/** Loses one response; the service has done what it was asked. */
function loseAt(at: number): Attack {
  let count = 0
  return (response, from) => {
    count += 1
    return (count === at ? lose : passOn)(response, from)
  }
}

const shipped = { isOnHold: false, skus: ['TWO'], line_1: '1 Example Street' }

export const giftChecks: readonly Check<ShopContext>[] = [
  {
    name: 'lists the orders that name a recipient, in any state',
    async run({ carrier, service }) {
      const keys = Array.from({ length: 4 }, () => buyGift(service))
      service.buy({ gift_message: 'Wrap it.' }, ['ONE'])
      service.buy({}, ['ONE'])
      const states = ['unpaid', 'shipped', 'ended'] as const
      for (const [at, state] of states.entries()) service.set(keys[at] ?? '', state)
      const found = await list(carrier)
      assert.deepEqual(
        found.map(({ key, state }) => [key, state]),
        keys.map((key, at) => [key, states[at] ?? 'paid']),
      )
      const { number, buyer, attributes, lines } = found[3] ?? assert.fail()
      assert.deepEqual([buyer, lines], ['Bea Buyer', [{ sku: 'ONE', quantity: 1 }]])
      assert.deepEqual(attributes, giftFor())
      assert.ok(number.startsWith('#'))
      for (const [at, key] of keys.entries()) {
        const one = await giftsOf(carrier).find(key)
        assert.deepEqual(one, { kind: 'found', order: found[at] })
      }
      assert.deepEqual(await giftsOf(carrier).find('999999'), { kind: 'gone' })
    },
  },
  {
    name: 'fails to list after a response that is no answer, and ends with its signal',
    async run({ carrier, service, proxy, open }) {
      const key = buyGift(service)
      for (const attack of badAnswers) {
        proxy.attack(attack)
        const reading = await withinMs(20_000, giftsOf(carrier).list(since, patient()))
        assert.equal(reading.ok, false)
        assert.equal((await giftsOf(carrier).find(key)).kind, 'unreachable')
      }
      proxy.attack(hang)
      const outbound = { allowPrivate: true }
      const slow = open({ url: proxy.url, outbound, timeoutMs: 60_000, maxWaitMs: 60_000 })
      const listing = giftsOf(slow).list(since, AbortSignal.timeout(200))
      assert.equal((await withinMs(5_000, listing)).ok, false)
    },
  },
  {
    name: 'holds a paid order, and leaves one that is shipped or ended',
    async run({ carrier, service }) {
      const gifts = giftsOf(carrier)
      const key = buyGift(service)
      for (let turn = 0; turn < 2; turn += 1)
        assert.deepEqual(await gifts.hold(key), { kind: 'on_hold' })
      assert.equal(service.see(key).isOnHold, true)
      for (const state of ['shipped', 'ended'] as const) {
        const other = buyGift(service)
        service.set(other, state)
        const before = service.dump(other)
        assert.equal((await gifts.hold(other)).kind, 'too_late')
        assert.equal(service.dump(other), before)
      }
    },
  },
  {
    name: 'ships the paid order with its item and address, and creates none',
    async run({ carrier, service }) {
      const key = buyGift(service)
      await giftsOf(carrier).hold(key)
      const count = service.countOrders()
      const placed = await carrier.place(requestFor(key, 'TWO'))
      assert.ok(placed.kind === 'placed', JSON.stringify(placed))
      assert.equal(placed.label.carrier_ref, key)
      assert.deepEqual(service.see(key), shipped)
      assert.equal(service.countOrders(), count)
      await giftsOf(carrier).hold(key)
      assert.equal(service.see(key).isOnHold, true, 'it is not on hold again')
      assert.equal((await carrier.place(requestFor(key, 'ONE'))).kind, 'placed')
      assert.deepEqual(service.see(key), { ...shipped, skus: ['ONE'] })
    },
  },
  {
    name: 'continues after each response that is lost, and with two calls at once',
    async run({ carrier, service, proxy }) {
      for (let at = 1; at <= 12; at += 1) {
        const key = buyGift(service)
        await giftsOf(carrier).hold(key)
        const count = service.countOrders()
        proxy.attack(loseAt(at))
        const request = requestFor(key, 'TWO')
        await carrier.place(request)
        proxy.attack(passOn)
        await Promise.all([carrier.place(request), carrier.place(request)])
        const last = await carrier.place(request)
        assert.equal(last.kind, 'placed', `lost ${at}: ${JSON.stringify(last)}`)
        assert.deepEqual(service.see(key), shipped)
        assert.equal(service.countOrders(), count)
      }
    },
  },
  {
    name: 'changes no order that is unpaid, shipped or ended',
    async run({ carrier, service }) {
      for (const state of ['unpaid', 'shipped', 'ended'] as const) {
        const key = buyGift(service)
        service.set(key, state)
        const before = service.dump(key)
        const result = await carrier.place(requestFor(key, 'TWO'))
        assert.ok(result.kind === 'refused', `${state}: ${JSON.stringify(result)}`)
        assert.ok(result.reason !== '' && result.remedy !== '')
        assert.equal(service.dump(key), before)
      }
      assert.equal((await carrier.place(requestFor('999999', 'ONE'))).kind, 'refused')
    },
  },
  {
    name: 'says that an order ships only when the shop has said so',
    async run({ carrier, service, proxy }) {
      const key = buyGift(service)
      await giftsOf(carrier).hold(key)
      const before = service.dump(key)
      for (const count of [0, 1]) {
        for (const attack of badAnswers) {
          proxy.attack(after(count, attack))
          const placing = carrier.place(requestFor('999998', 'TWO'))
          assert.notEqual((await withinMs(20 * kitTimeoutMs, placing)).kind, 'placed')
          proxy.attack(attack)
          assert.equal((await giftsOf(carrier).hold(key)).kind, 'unreachable')
        }
      }
      assert.equal(service.dump(key), before)
    },
  },
  {
    name: 'writes a note once, also when a response is lost',
    async run({ carrier, service, proxy }) {
      const key = buyGift(service)
      const text = 'The gift GR-1 has ended.'
      for (let at = 1; at <= 4; at += 1) {
        proxy.attack(loseAt(at))
        await giftsOf(carrier).note(key, text)
      }
      proxy.attack(passOn)
      assert.deepEqual(await giftsOf(carrier).note(key, text), { kind: 'noted' })
      assert.equal(service.countNotes(key, text), 1)
    },
  },
]
