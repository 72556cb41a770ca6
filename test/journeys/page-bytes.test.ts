import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestApp } from '#test/api-harness'
import { insertLargeGifts } from '#test/large-gifts'

/*
 * The tests of pages with many bytes. A page ends at its limit or at a number of bytes, whichever comes
 * first.
 */

const testApp = await createTestApp()
const { api } = testApp
const count = 120
const maxPageBytes = 1_000_000

await insertLargeGifts(testApp, count)
const { json: first } = await api.get('/gift_requests?limit=1')
const versions = {
  '2026-05': {
    ids: (page: { data: { id: string }[] }) => page.data.map(({ id }) => id),
    hasMore: (page: { has_more: boolean }) => page.has_more,
  },
  '2025-10': {
    ids: (page: { data: { id: string }[] }) => page.data.map(({ id }) => id),
    hasMore: (page: { links: { next: string | null } }) => page.links.next !== null,
  },
}

const ofRecipient = `/recipients/${first.data[0].recipient.id}/gift_requests?limit=100`
const lists: readonly [path: string, versions: readonly (keyof typeof versions)[]][] = [
  ['/gift_requests?limit=100', ['2026-05', '2025-10']],
  ['/gift_requests?limit=100&order=asc', ['2026-05', '2025-10']],
  ['/gift_requests?limit=100&status=submitted', ['2026-05', '2025-10']],
  [ofRecipient, ['2026-05']],
  ['/events?limit=100', ['2026-05', '2025-10']],
  ['/events?limit=100&order=asc&type=gift_request_created', ['2026-05', '2025-10']],
]

describe('a page of large rows', () => {
  for (const [path, names] of lists)
    for (const version of names)
      it(`ends at 1 MB: ${version} ${path}`, async () => {
        const { ids, hasMore } = versions[version]
        const seen: string[] = []
        let pages = 0
        for (let after = ''; ; pages += 1) {
          const cursor = after === '' ? '' : `&after=${after}`
          const page = await api.get(`${path}${cursor}`, { 'service-api-version': version })
          assert.equal(page.status, 200, page.text)
          assert.ok(page.text.length <= maxPageBytes + 1_000, `${page.text.length} bytes`)
          const found = ids(page.json)
          assert.ok(found.length > 0)
          seen.push(...found)
          if (!hasMore(page.json)) break
          after = found.at(-1) ?? ''
        }
        assert.equal(new Set(seen).size, seen.length, 'no row is repeated')
        assert.equal(seen.length, count + 1)
        assert.ok(pages >= 2, `${pages + 1} pages`)
      })

  it('is shorter than the limit in a list of changes, which goes on behind its last row', async () => {
    const since = '2026-05-01T10:00:00Z'
    const start = await api.get(`/gift_requests?limit=100&updated_after=${since}`)
    assert.ok(start.text.length <= maxPageBytes + 1_000)
    assert.ok(start.json.has_more)
    const last = start.json.data.at(-1)
    const next = await api.get(
      `/gift_requests?limit=100&updated_after=${last.updated_at}&after=${last.id}`,
    )
    assert.ok(next.json.data[0].id > last.id)
  })
})

describe('a single row above 1 MB', () => {
  it('is a page of its own', async () => {
    const { json } = await api.get('/events?limit=1&order=asc')
    await testApp.run((ctx) =>
      ctx.query(
        `update webhooks.event_body set body = convert_to('{"large":"' || repeat('x', 1200000) || '"}', 'UTF8')
          where account_id = $1 and event_id = $2`,
        [ctx.account_id, json.data[0].id],
      ),
    )
    const page = await api.get('/events?limit=100&order=asc')
    assert.deepEqual([page.json.data.length, page.json.has_more], [1, true])
  })
})
