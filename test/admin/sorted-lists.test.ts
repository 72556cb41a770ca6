import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

interface Row {
  id: string
  name: string
  email: string
}

/** Reads all pages of a list, two rows at a time. */
async function readAll(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let after = ''; ; ) {
    const { status, json, text } = await sender.get(`${path}&limit=2${after}`)
    assert.equal(status, 200, text)
    rows.push(...json.data)
    assert.equal(json.has_more, json.next_after !== null)
    if (!json.has_more) return rows
    after = `&after=${json.next_after}`
  }
}

describe('sorted lists of gifts', () => {
  const ids: string[] = []
  before(async () => {
    for (const name of ['carl', 'Ada', 'élodie', 'ben'])
      ids.push(await fixture.sendGift(`${name.toLowerCase().replace('é', 'e')}@example.com`))
    for (const [at, name] of ['carl', 'Ada', 'élodie', 'ben'].entries())
      await testApp.run((ctx) =>
        ctx.query(
          `update gifting.gift_request set first_name = $3, search_first = $4, expires_at = expires_at + $5 * interval '1 day'
            where account_id = $1 and id = $2`,
          [ctx.account_id, ids[at], name, name.toLowerCase().replace('é', 'e'), (at * 3) % 4],
        ),
      )
    await fixture.simulateTo(ids[1] ?? '', 'shipping_error')
  })
  const positions = async (query: string) =>
    (await readAll(`/gift_requests?${query}`)).map(({ id }) => ids.indexOf(id)).join('')

  it('follow names, expiries and changes in both orders', async () => {
    assert.equal(await positions('sort=recipient&order=asc'), '1302')
    assert.equal(await positions('sort=recipient'), '2031')
    assert.equal(await positions('sort=expires&order=asc'), '0321')
    assert.equal(await positions('sort=expires&order=desc'), '2301')
    assert.equal((await positions('sort=updated'))[0], '1')
    assert.equal((await positions('sort=updated&order=asc')).at(-1), '1')
    assert.equal(await positions('sort=created&order=asc'), '0123')
    assert.equal(await positions('sort=recipient&order=asc&status=submitted'), '302')
  })

  it('reject other sorts, unclaimed places and cursors of another list', async () => {
    const refused = [
      'sort=secret',
      'sort=updated&order=up',
      'sort=updated&include_unclaimed=true',
      `sort=updated&after=${ids[0]}`,
      'sort=updated&after=W10',
    ]
    for (const query of refused) {
      const { status, json } = await sender.get(`/gift_requests?${query}`)
      assert.equal(status, 400, query)
      assert.match(json.errors[0].param, /^(sort|order|after)$/)
    }
  })

  it('are the order of the CSV file, which names its number of rows', async () => {
    const file = await sender.get('/exports/gift_requests?sort=recipient&order=asc')
    assert.equal(file.headers.get('bestow-row-count'), '4')
    const [header = '', ...lines] = file.text.trim().split('\n')
    const at = header.split(',').indexOf('id')
    assert.equal(lines.map((line) => ids.indexOf(line.split(',')[at] ?? '')).join(''), '1302')
    assert.equal((await sender.get('/exports/gift_requests?sort=x')).status, 400)
    const filtered = await sender.get('/exports/gift_requests?sort=updated&status=redeemed')
    assert.equal(filtered.headers.get('bestow-row-count'), '1')
  })

  it('show the items, the tracking codes and the metadata of each gift', async () => {
    const { json } = await sender.get('/gift_requests?status=redeemed')
    const [gift] = json.data
    assert.ok(gift.line_items[0].name !== '' && gift.line_items[0].quantity >= 1)
    assert.deepEqual([gift.tracking, gift.metadata], [[], {}])
    await fixture.simulateTo(ids[0] ?? '', 'in_transit')
    const [shipped] = (await sender.get('/gift_requests?status=dispatched')).json.data
    assert.ok(shipped.tracking[0].code !== '' && shipped.tracking[0].carrier !== '')
    const file = await sender.get('/exports/gift_requests?status=dispatched')
    assert.ok(file.text.includes(shipped.tracking[0].code))
  })

  it('are saved in views', async () => {
    const query = 'order=asc&sort=expires'
    const saved = await sender.post('/saved-views', { name: 'Next to expire', query })
    assert.equal(saved.status, 201)
    const { json } = await sender.get('/saved-views')
    assert.equal(json.data.find(({ id }: Row) => id === saved.json.id)?.query, query)
  })
})

describe('other sorted lists', () => {
  it('sort recipients by address', async () => {
    const emails = (await readAll('/recipients?sort=email&order=asc')).map(({ email }) => email)
    assert.deepEqual(emails, emails.toSorted())
    assert.ok(emails.length >= 4)
    const reverse = await readAll('/recipients?sort=email&order=desc')
    assert.deepEqual(pluck(reverse, 'email'), emails.toReversed())
  })

  it('sort campaigns and products by name, without regard to case', async () => {
    for (const path of ['/campaign-cards', '/products']) {
      const names = (await readAll(`${path}?sort=name&order=asc`)).map(({ name }) => name)
      const lower = names.map((name) => name.toLowerCase())
      assert.ok(names.length > 2, path)
      assert.deepEqual(lower, lower.toSorted(), path)
      assert.equal((await admin.get(`${path}?sort=name&after=W10`)).status, 400)
      const { json } = await admin.get(`${path}?sort=name&limit=1`)
      assert.equal((await admin.get(`${path}?after=${json.data[0].id}`)).status, 200)
    }
  })
})
