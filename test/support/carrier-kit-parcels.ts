import assert from 'node:assert/strict'
import { type CarrierCheck, place } from './carrier-subject.ts'
import { type HostileProxy, lose, passOn } from './hostile-proxy.ts'
import { createShipmentRequest } from './shipment-fixture.ts'

/** Loses the responses of an operation one after the other, until the operation makes no more requests. */
async function loseEachResponse<Prepared>(
  proxy: HostileProxy,
  prepare: () => Promise<Prepared>,
  run: (prepared: Prepared) => Promise<unknown>,
  verify: (prepared: Prepared) => Promise<unknown>,
): Promise<void> {
  for (let lost = 1; lost <= 10; lost += 1) {
    const prepared = await prepare()
    const before = proxy.count()
    let received = 0
    proxy.attack((response, from) => {
      received += 1
      ;(received === lost ? lose : passOn)(response, from)
    })
    await run(prepared)
    proxy.attack(passOn)
    const wasLost = proxy.count() - before >= lost
    await verify(prepared)
    if (!wasLost) return
  }
}

/** The checks of placing, cancelling and rates, with lost and repeated responses. */
export const parcelChecks: readonly CarrierCheck[] = [
  {
    name: 'gives each parcel a reference of its own',
    async run({ carrier }) {
      const [one, other] = [await place(carrier), await place(carrier)]
      assert.ok(one.carrier_ref.length > 0 && one.carrier_ref.length <= 200)
      assert.notEqual(one.carrier_ref, other.carrier_ref)
    },
  },
  {
    name: 'ships a repeated reference once',
    async run({ carrier, service }) {
      const request = createShipmentRequest()
      const first = await place(carrier, request)
      const count = service?.countParcels()
      assert.deepEqual(await place(carrier, { ...request, attempt: 2 }), first)
      assert.equal(service?.countParcels(), count)
    },
  },
  {
    name: 'ships one parcel when a response is lost',
    needs: 'service',
    async run({ carrier, service, proxy }) {
      await loseEachResponse(
        proxy,
        async () => ({
          request: createShipmentRequest(),
          shipped: service?.countParcels() ?? 0,
        }),
        ({ request }) => carrier.place(request),
        async ({ request, shipped }) => {
          await place(carrier, { ...request, attempt: 2 })
          assert.equal((service?.countParcels() ?? 0) - shipped, 1)
        },
      )
    },
  },
  {
    name: 'cancels a parcel once or twice, also when a response is lost',
    async run({ carrier, proxy }) {
      await loseEachResponse(
        proxy,
        () => place(carrier),
        ({ carrier_ref }) => carrier.cancel(carrier_ref),
        async ({ carrier_ref }) => {
          assert.deepEqual(await carrier.cancel(carrier_ref), { kind: 'cancelled' })
          assert.deepEqual(await carrier.cancel(carrier_ref), { kind: 'cancelled' })
        },
      )
    },
  },
  {
    name: 'buys the label at a rate once, also when a response is lost',
    needs: 'service',
    async run({ carrier, service, proxy }) {
      const { rates: choice } = carrier
      if (choice === undefined) return
      await loseEachResponse(
        proxy,
        async () => {
          const request = createShipmentRequest({ rate_rule: { kind: 'manual' } })
          const shipped = service?.countParcels() ?? 0
          const { carrier_ref } = await place(carrier, request)
          const listed = await choice.list(carrier_ref)
          assert.ok(listed.kind === 'rates' && listed.rates.length > 0, 'lists no rates')
          const amounts = listed.rates.map(({ amount_minor }) => amount_minor)
          assert.deepEqual(
            amounts,
            amounts.toSorted((a, b) => a - b),
            'not cheapest first',
          )
          return { carrier_ref, shipped, rate_id: listed.rates[0]?.id ?? '' }
        },
        ({ carrier_ref, rate_id }) => choice.buy(carrier_ref, rate_id),
        async ({ carrier_ref, rate_id, shipped }) => {
          assert.equal((await choice.buy(carrier_ref, rate_id)).kind, 'placed')
          assert.equal((await choice.list(carrier_ref)).kind, 'bought')
          assert.equal((service?.countParcels() ?? 0) - shipped, 1)
        },
      )
    },
  },
]
