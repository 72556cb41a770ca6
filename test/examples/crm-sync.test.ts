import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { catchUp } from '#examples/crm-sync/catch-up'
import { type CrmGift, openCrm } from '#examples/crm-sync/crm'
import { webhooks } from '#sdk'
import { signedDelivery } from '#sdk/testing'
import { directGiftBody, giftBody } from '#test/api-harness'
import { createSdkTestApp } from '#test/sdk-harness'

const testApp = await createSdkTestApp()
const { bestow } = testApp
const folder = mkdtempSync(join(tmpdir(), 'bestow crm '))
after(() => rmSync(folder, { recursive: true }))

/**
 * The paths of gifts in all kinds of states. A parcel that returns and leaves a second
 * time emits two dispatched events.
 */
const giftPaths = [
  ['in_transit', 'out_for_delivery', 'in_transit', 'delivered'],
  ['in_transit', 'delivered'],
  ['ordered', 'delivered', 'complete'],
  ['in_transit', 'delivery_attempt_failed', 'in_transit', 'shipment_cancelled'],
  ['redeemed', 'cancelled'],
  ['in_transit'],
  [],
] as const

for (const giftPath of giftPaths) {
  const gift = await bestow.giftRequests.create(directGiftBody(testApp))
  await testApp.advanceTime()
  for (const to of giftPath) await bestow.testHelpers.advanceGiftRequest(gift.id, { to })
}
for (const to of ['awaiting_recipient', 'complete', 'cancelled'] as const) {
  const gift = await bestow.giftRequests.create(giftBody(testApp))
  await testApp.advanceTime()
  await bestow.testHelpers.advanceGiftRequest(gift.id, { to })
}

/** All emitted events in order. */
const feed = await bestow.events.list({ order: 'asc', limit: 100 }).toArray({ limit: 1_000 })
const emittedEvents = feed.flatMap(({ id, type, body }) =>
  body === null ? [] : [{ id, type, data: body }],
)

/** The expected result: the gifts as the service returns them. */
const expectedGifts = await Promise.all(
  (await bestow.giftRequests.list({ limit: 100 }).toArray({ limit: 100 })).map(
    async ({ id, reference, recipient, status }) => {
      const { data: moves } = await bestow.giftRequests.history(id)
      const dispatches = moves.filter(({ events }) => events.includes('gift_request_dispatched'))
      return { id, reference, email: recipient.email, status, dispatches: dispatches.length }
    },
  ),
)
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
expectedGifts.sort(byId)

const withoutTimestamps = (rows: CrmGift[]) => rows.map(({ updated_at: _, ...row }) => row)

describe('the CRM sync', () => {
  it('is tested with repeated and final events', () => {
    assert.ok(emittedEvents.length > 25, String(emittedEvents.length))
    assert.ok(expectedGifts.some(({ dispatches }) => dispatches === 2))
    assert.equal(new Set(expectedGifts.map(({ status }) => status)).size, 5)
  })

  it('is correct for any order and any duplicates', () => {
    const orders = fc
      .tuple(
        fc.shuffledSubarray(emittedEvents, { minLength: emittedEvents.length }),
        fc.array(fc.record({ which: fc.nat(emittedEvents.length - 1), at: fc.nat(100) }), {
          maxLength: 40,
        }),
      )
      .map(([shuffled, more]) => {
        const all = [...shuffled]
        for (const { which, at } of more) {
          const twice = emittedEvents[which]
          if (twice !== undefined) all.splice(at % all.length, 0, twice)
        }
        return all
      })
    fc.assert(
      fc.property(orders, (all) => {
        const crm = openCrm(':memory:')
        const added = all.filter((each) => crm.apply(each)).length
        assert.equal(added, emittedEvents.length)
        assert.deepEqual(withoutTimestamps(crm.rows()), expectedGifts)
        crm.close()
      }),
      { numRuns: 60 },
    )
  })

  it('is correct when two processes receive the same signed deliveries concurrently', async () => {
    const path = join(folder, 'shared.db')
    const secret = 'svc-whsec-crm'
    const crms = [openCrm(path), openCrm(path)]
    const urls = await Promise.all(
      crms.map(async (crm) => {
        const server = createServer(
          webhooks.nodeHandler({ secrets: secret, onEvent: (event) => crm.apply(event) }),
        ).listen(0, '127.0.0.1')
        await once(server, 'listening')
        after(() => server.close())
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      }),
    )
    const deliveries = await Promise.all(
      emittedEvents
        .toReversed()
        .map(({ id: eventId, type, data }) =>
          signedDelivery({ secret, eventId, type: type as 'gift_request_created', body: data }),
        ),
    )
    const responses = await Promise.all(
      deliveries.flatMap((delivery) => urls.map((url) => fetch(url, delivery))),
    )
    assert.ok(responses.every(({ status }) => status === 200))
    for (const crm of crms) assert.deepEqual(withoutTimestamps(crm.rows()), expectedGifts)
    for (const crm of crms) crm.close()
  })

  it('catches up from the feed, and continues at its cursor', async () => {
    const crm = openCrm(':memory:')
    const subset = emittedEvents.filter((_, index) => index % 3 === 0)
    for (const each of subset) crm.apply(each)
    assert.equal(await catchUp(bestow, crm), emittedEvents.length - subset.length)
    assert.deepEqual(withoutTimestamps(crm.rows()), expectedGifts)
    assert.equal(crm.cursor(), emittedEvents.at(-1)?.id)
    assert.equal(await catchUp(bestow, crm), 0)
    await bestow.giftRequests.create(giftBody(testApp))
    assert.equal(await catchUp(bestow, crm), 1)
    crm.close()
  })
})
