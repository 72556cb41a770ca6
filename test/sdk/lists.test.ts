import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { giftBody } from '#test/api-harness'
import { createSdkTestApp } from '#test/sdk-harness'

const testApp = await createSdkTestApp()
const { bestow } = testApp
const gifts = { gift_requests: Array.from({ length: 7 }, () => giftBody(testApp)) }
const ids = (await bestow.giftRequests.createMany(gifts)).data.map(({ id }) => id)
const newestFirst = ids.toReversed()

/** Creates a client that records its requests. */
function recordingClient() {
  const sent: string[] = []
  const client = testApp.createClient({ onRequest: ({ url }) => sent.push(new URL(url).search) })
  return { sent, list: () => client.giftRequests.list({ limit: 3 }) }
}

describe('a list', () => {
  it('resolves to its first page, and sends no request before it is awaited', async () => {
    const { sent, list } = recordingClient()
    const gifts = list()
    assert.deepEqual(sent, [])
    const { data, has_more } = await gifts
    assert.deepEqual([data.length, has_more], [3, true])
    await gifts
    await gifts.withResponse()
    assert.deepEqual(sent, ['?limit=3'])
  })

  it('iterates to the last item', async () => {
    const { sent, list } = recordingClient()
    const found: string[] = []
    for await (const { id } of list()) found.push(id)
    assert.deepEqual(found, newestFirst)
    assert.equal(sent.length, 3)
  })

  it('fetches a page only when the iteration needs it', async () => {
    const { sent, list } = recordingClient()
    for await (const { id } of list()) if (id === newestFirst[2]) break
    assert.equal(sent.length, 1)
  })

  it('iterates by pages', async () => {
    const sizes: number[] = []
    for await (const { data } of recordingClient().list().pages()) sizes.push(data.length)
    assert.deepEqual(sizes, [3, 3, 1])
  })

  it('converts to an array with a limit', async () => {
    const { sent, list } = recordingClient()
    assert.equal((await list().toArray({ limit: 4 })).length, 4)
    assert.equal(sent.length, 2)
    assert.deepEqual(await list().toArray({ limit: 0 }), [])
    // @ts-expect-error the limit must be named
    await assert.rejects(list().toArray({}), TypeError)
  })

  it('rejects an invalid query', async () => {
    const bad = bestow.giftRequests.list({ created_after: 'soon' })
    await assert.rejects(async () => {
      for await (const _ of bad);
    }, /created_after/)
  })
})
