import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as gifting from '#gifting'
import { Bestow } from '#sdk'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCups, createFulfilmentRunner, createRedeemedGift } from '#test/fulfilment-fixture'

/* The tests of the filters of the list of gift requests that only the newest version has. */

const testApp = await createTestApp()
const { api } = testApp
const shipper = createFulfilmentRunner(testApp)
const settleMs = 31_000

async function createGift(overrides: object = {}): Promise<string> {
  const { json } = await api.post('/gift_requests', giftBody(testApp, overrides))
  return json.id
}

const list = async (query: string) => {
  const { status, json } = await api.get(`/gift_requests?limit=100&${query}`)
  assert.equal(status, 200, JSON.stringify(json))
  return json.data.map(({ id }: { id: string }) => id)
}

describe('the filter for metadata', () => {
  it('matches name and value exactly, and all of several pairs', async () => {
    const first = await createGift({ metadata: { order: 'SO-1', shop: 'main' } })
    const second = await createGift({ metadata: { order: 'SO-2', shop: 'main' } })
    const swapped = await createGift({ metadata: { shop: 'SO-1' } })
    assert.deepEqual(await list('metadata[order]=SO-1'), [first])
    assert.deepEqual(await list('metadata[order]=so-1'), [])
    assert.deepEqual(await list('metadata[shop]=main'), [second, first])
    assert.deepEqual(await list('metadata[shop]=main&metadata[order]=SO-2'), [second])
    assert.deepEqual(await list('metadata[shop]=SO-1'), [swapped])
    assert.deepEqual(await list('metadata[shop]=main&order=asc'), [first, second])
    assert.deepEqual(await list(`metadata[shop]=main&after=${second}`), [first])
  })

  it('follows changes, finds every one of 50 pairs, and forgets an erased recipient', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, `v${n}`]))
    const id = await createGift({ metadata })
    assert.deepEqual(await list('metadata[k49]=v49'), [id])
    const headers = { authorization: `Bearer ${testApp.token}`, 'service-api-version': '2026-05' }
    await api.send(
      'PATCH',
      `/gift_requests/${id}`,
      { ...headers, 'content-type': 'application/json' },
      JSON.stringify({ metadata: { k0: 'other' } }),
    )
    assert.deepEqual(await list('metadata[k49]=v49'), [])
    assert.deepEqual(await list('metadata[k0]=other'), [id])
    const { recipient } = (await api.get(`/gift_requests/${id}`)).json
    await testApp.run((ctx) => gifting.erase(ctx, recipient.email))
    assert.deepEqual(await list('metadata[k0]=other'), [])
  })

  it('finds nothing of another account', async () => {
    await createGift({ metadata: { tenant: 'one' } })
    const other = await testApp.createOtherAccount()
    const { json } = await other.api.get('/gift_requests?metadata[tenant]=one')
    assert.deepEqual(json.data, [])
  })

  it('rejects too many pairs, repeated pairs and pairs of other filters', async () => {
    const six = Array.from({ length: 6 }, (_, n) => `metadata[k${n}]=v`).join('&')
    const queries = [
      six,
      'metadata=v',
      'metadata[k]=a&metadata[k]=b',
      `metadata[${'k'.repeat(41)}]=v`,
    ]
    for (const query of queries) {
      const { status, json } = await api.get(`/gift_requests?${query}`)
      assert.equal(status, 400, query)
      assert.equal(json.errors[0].param, 'metadata', query)
    }
    const { json } = await api.get('/gift_requests?status[a]=submitted')
    assert.equal(json.errors[0].code, 'unknown_parameter')
  })
})

describe('the filters for recipient and parcel', () => {
  it('match the recipient by id', async () => {
    const id = await createGift()
    const { recipient } = (await api.get(`/gift_requests/${id}`)).json
    assert.deepEqual(await list(`recipient_id=${recipient.id}`), [id])
    assert.deepEqual(await list(`recipient_id=${recipient.id.toUpperCase()}`), [id])
    assert.deepEqual(await list(`recipient_id=${recipient.id}&recipient_email=x@example.com`), [])
    assert.deepEqual(await list('recipient_id=no-user'), [])
  })

  it('match a gift once, although it has several parcels in the state', async () => {
    const shop = await createCups(testApp, { Red: 5, Blue: 5 })
    const id = await createRedeemedGift(testApp, shop, {
      metadata: { simulator: 'split', set: 'a' },
    })
    await shipper.run()
    assert.deepEqual(await list('parcel_state=ordered'), [id])
    assert.deepEqual(await list('parcel_state=ordered&metadata[set]=a'), [id])
    assert.deepEqual(await list('parcel_state=lost&metadata[set]=a'), [])
    await shipper.recordScan(id, { state: 'in_transit' })
    assert.deepEqual(await list('parcel_state=ordered'), [id])
    assert.deepEqual(await list('parcel_state=in_transit&status=dispatched'), [id])
    assert.equal((await api.get('/gift_requests?parcel_state=flying')).status, 400)
  })

  it('are unknown to the older version', async () => {
    const { status } = await api.get('/gift_requests?parcel_state=ordered', {
      'service-api-version': '2025-10',
    })
    assert.equal(status, 400)
  })
})

describe('a list of changes', () => {
  interface Change {
    id: string
    updated_at: string
  }

  /** Reads all changes after a cursor, as a client does. */
  async function readChanges(from: { updated_after: string; after?: string }, limit: number) {
    const changes: Change[] = []
    for (let cursor = from; ; ) {
      const query = new URLSearchParams({ ...cursor, limit: String(limit) })
      const { json } = await api.get(`/gift_requests?${query}`)
      changes.push(...json.data)
      const last = json.data.at(-1)
      if (last !== undefined) cursor = { updated_after: last.updated_at, after: last.id }
      if (!json.has_more) return { changes, cursor }
    }
  }

  const now = () => testApp.db.clock().toISOString()
  const cancel = (id = '') => api.post(`/gift_requests/${id}/cancel`)

  it('shows each change once, also of rows with the same time', async () => {
    await testApp.advanceTime(settleMs)
    const start = now()
    const rows = Array.from({ length: 25 }, () => giftBody(testApp))
    const { json } = await api.post('/gift_requests/batch', { gift_requests: rows })
    await testApp.advanceTime(settleMs)
    await testApp.advanceTime(settleMs)
    const { changes } = await readChanges({ updated_after: start }, 4)
    assert.equal(
      new Set(changes.map(({ id, updated_at }) => `${id} ${updated_at}`)).size,
      changes.length,
    )
    for (const { id } of json.data) assert.ok(changes.some((each) => each.id === id))
  })

  it('neither skips nor repeats a row while rows change between pages', async () => {
    await testApp.advanceTime(settleMs)
    const start = now()
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await createGift())
    await testApp.advanceTime()
    await testApp.advanceTime(settleMs)
    const seen: Change[] = []
    let cursor: { updated_after: string; after?: string } = { updated_after: start }
    for (let page = 0; page < 30; page++) {
      const query = new URLSearchParams({ ...cursor, limit: '2' })
      const { json } = await api.get(`/gift_requests?${query}`)
      seen.push(...json.data)
      const last = json.data.at(-1)
      if (last !== undefined) cursor = { updated_after: last.updated_at, after: last.id }
      if (page < 6)
        await cancel(ids[page * 2]) // changes rows of this page and of later pages
      else await testApp.advanceTime(settleMs)
    }
    const versions = seen.map(({ id, updated_at }) => `${id} ${updated_at}`)
    assert.equal(new Set(versions).size, versions.length, 'no version is repeated')
    for (const id of ids) {
      const { json } = await api.get(`/gift_requests/${id}`)
      assert.ok(versions.includes(`${id} ${json.updated_at}`), 'the last version is seen')
    }
  })

  it('shows a change whose transaction ended late', async () => {
    await testApp.advanceTime(settleMs)
    const start = now()
    const [slow, fast] = [await createGift(), await createGift()]
    await testApp.advanceTime()
    await testApp.advanceTime(settleMs)
    const { cursor } = await readChanges({ updated_after: start }, 100)
    const committed = Promise.withResolvers<void>()
    const cancelled = Promise.withResolvers<void>()
    const transaction = testApp.run(async (ctx) => {
      await gifting.cancel(ctx, slow, 'cancelled slowly')
      cancelled.resolve()
      await committed.promise
    })
    await cancelled.promise
    await cancel(fast)
    await testApp.advanceTime(5_000)
    const before = await readChanges(cursor, 100)
    committed.resolve()
    await transaction
    await testApp.advanceTime(settleMs)
    const after = await readChanges(before.cursor, 100)
    const found = [...before.changes, ...after.changes].map(({ id }) => id)
    assert.deepEqual(found.sort(), [slow, fast].sort())
  })

  it('is read by the SDK page by page', async () => {
    await testApp.advanceTime(settleMs)
    const updated_after = now()
    for (let n = 0; n < 5; n++) await createGift()
    await testApp.advanceTime()
    await testApp.advanceTime(settleMs)
    const baseUrl = `${await testApp.listen()}/api`
    const bestow = new Bestow({ baseUrl, token: testApp.token })
    const changes = await bestow.giftRequests
      .list({ updated_after, limit: 2 })
      .toArray({ limit: 50 })
    assert.equal(new Set(changes.map(({ id }) => id)).size, 5)
    const query = { metadata: { shop: 'main', order: 'SO-2' } }
    assert.equal((await bestow.giftRequests.list(query)).data.length, 1)
  })

  it('has one order', async () => {
    const { status, json } = await api.get(`/gift_requests?order=desc&updated_after=${now()}`)
    assert.deepEqual([status, json.errors[0].param], [400, 'order'])
  })
})
