import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startExampleWarehouse } from '#test/example-warehouse'
import { startFakeEasyPost } from '#test/fake-easypost'
import { createShipmentRequest } from '#test/shipment-fixture'
import type { Carrier, ShipmentRequest } from './carrier.ts'
import { createEasyPost } from './easypost.ts'
import { createHttpCarrier } from './http-carrier.ts'
import { manual } from './manual.ts'
import { simulator } from './simulator.ts'

/*
 * Conformance tests that every carrier passes. A new carrier is one more entry in `carriers`.
 */

const easyPost = await startFakeEasyPost()
after(() => easyPost.close())
const account = {
  api_key: 'EZTK_test',
  webhook_secret: 'a secret of sixteen letters',
  from: 'adr_home',
  ounces: 16,
  url: easyPost.url,
  allowPrivate: true,
  timeoutMs: 30_000,
}

const warehouse = await startExampleWarehouse()
after(() => warehouse.close())

const carriers: readonly Carrier[] = [
  simulator,
  manual,
  createEasyPost(account),
  createHttpCarrier(warehouse),
]

async function placeParcel(carrier: Carrier, request: ShipmentRequest) {
  const result = await carrier.place(request)
  assert.equal(result.kind, 'placed')
  assert.ok(result.kind === 'placed')
  return result.label
}

for (const carrier of carriers) {
  describe(carrier.name, () => {
    it('has a URL-safe name', () => {
      assert.match(carrier.name, /^[a-z][a-z0-9-]*$/)
    })

    it('returns a label with its own reference for a placed parcel', async () => {
      const label = await placeParcel(carrier, createShipmentRequest())
      assert.ok(label.carrier_ref.length > 0)
      assert.notEqual(label.carrier_name, '')
      for (const url of [label.tracking_url, label.label_url])
        if (url !== null) assert.equal(new URL(url).protocol, 'https:')
    })

    it('ships a repeated reference once', async () => {
      const request = createShipmentRequest()
      const first = await placeParcel(carrier, request)
      assert.deepEqual(await placeParcel(carrier, { ...request, attempt: 2 }), first)
    })

    it('returns different labels for different references', async () => {
      const [one, other] = [
        await placeParcel(carrier, createShipmentRequest()),
        await placeParcel(carrier, createShipmentRequest()),
      ]
      assert.notEqual(one.carrier_ref, other.carrier_ref)
    })

    it('cancels a parcel idempotently', async () => {
      const { carrier_ref } = await placeParcel(carrier, createShipmentRequest())
      assert.deepEqual(await carrier.cancel(carrier_ref), { kind: 'cancelled' })
      assert.deepEqual(await carrier.cancel(carrier_ref), { kind: 'cancelled' })
    })

    it('rejects unsigned messages', async () => {
      const parsed = await carrier.inbox?.parse({ headers: {}, body: Buffer.from('{}') })
      assert.ok(parsed === undefined || parsed.kind === 'forged')
      if (carrier.inbox !== undefined) assert.match(carrier.inbox.key, /^[A-Za-z0-9_-]{20,}$/)
    })
  })
}
