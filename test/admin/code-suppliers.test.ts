import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { addSupplier, createSource, supplierShipping } from '#test/code-source-fixture'
import { startFakeTremendous } from '#test/fake-tremendous'

const stub = await startFakeTremendous()
after(() => stub.close())
const testApp = await createAdminTestApp({ shipping: supplierShipping })
const client = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const connection_id = await addSupplier(testApp, 'Tremendous', stub)

async function createVariant(digital: object): Promise<string> {
  const { status, json, text } = await client.post('/products', {
    ...{ name: 'Voucher', description: '', kind: 'digital', images: [] },
    variants: [{ sku: `S-${Math.random()}`, name: 'Voucher', images: [], digital }],
  })
  assert.equal(status, 201, text)
  return json.variants[0].id
}

const pathOf = (id: string) => `/catalogue/variants/${id}/sources`
const link = { delivery: 'link', is_link_per_gift: true }

it('lists the suppliers of a variant, saves them, and writes an entry in the audit log', async () => {
  const id = await createVariant(link)
  const { json: before } = await client.get(pathOf(id))
  assert.deepEqual([before.data, before.purchases], [[], []])
  assert.deepEqual(
    before.suppliers.map(({ id: each, gives, is_sandbox }: Record<string, unknown>) => [
      each,
      gives,
      is_sandbox,
    ]),
    [[connection_id, 'link', false]],
  )
  const sources = [createSource(connection_id, { countries: ['DE'] })]
  const saved = await client.put(pathOf(id), { sources })
  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual(
    saved.json.data.map(({ position, countries, stopped_at }: Record<string, unknown>) => [
      position,
      countries,
      stopped_at,
    ]),
    [[1, ['DE'], null]],
  )
  const { json: log } = await client.get('/audit')
  const entry = log.data.find(
    ({ action }: { action: string }) => action === 'variant.change_suppliers',
  )
  assert.deepEqual([entry?.subject?.id, entry?.details], [id, { suppliers: 1 }])
})

it('refuses suppliers of another kind, of another account, and of a variant with one link', async () => {
  const put = async (digital: object, connection: string) => {
    const sources = [createSource(connection)]
    return client.put(pathOf(await createVariant(digital)), { sources })
  }
  const code = await put({ delivery: 'code' }, connection_id)
  assert.match(code.text, /gives links, and this variant gives codes/)
  const foreign = await put(link, '00000000-0000-7000-8000-000000000000')
  assert.match(foreign.text, /must be a connection that sells codes/)
  const shared = await put({ delivery: 'link', link_url: 'https://example.com/' }, connection_id)
  assert.match(shared.text, /does not give codes/)
  const denied = await sender.get(pathOf(await createVariant(link)))
  assert.equal(denied.status, 403)
})

it('searches the products of a supplier, and says why it does not answer', async () => {
  const search = (id: string) => client.get(`/catalogue/suppliers/${id}/products?text=lark`)
  const { json: found } = await search(connection_id)
  assert.deepEqual([found.data[0]?.name, found.problem], ['Larkfield Books', null])
  stub.setMood(() => 'fails before')
  const { json: none } = await search(connection_id)
  assert.deepEqual(none, { data: [], problem: 'http_503' })
  assert.equal((await search('00000000-0000-7000-8000-000000000000')).status, 404)
})

it('shows what a comparison has found, compares again, and accepts differences', async () => {
  const find = async () => {
    const { json } = await client.get('/connections')
    return json.data.find(({ id }: { id: string }) => id === connection_id).reconciliation
  }
  const before = await find()
  assert.deepEqual(
    [before.balance, before.compared, before.differences, before.is_running],
    [null, null, [], true],
  )
  await testApp.run(async (ctx) => {
    await ctx.query(
      `update digital.reconciliation set due_at = now() + interval '1 day' where account_id = $1`,
      [ctx.account_id],
    )
    await ctx.query(
      `insert into digital.difference (account_id, connection_id, kind, order_ref, there_minor, there_currency, ordered_at, found_at)
         values ($1, $2, 'paid_there_only', 'R7', 1049, 'USD', now(), now())`,
      [ctx.account_id, connection_id],
    )
  })
  const [difference] = (await find()).differences
  assert.deepEqual(
    [difference.kind, difference.here, difference.there],
    ['paid_there_only', null, { amount_minor: 1_049, currency: 'USD' }],
  )
  const path = `/connections/${connection_id}`
  const run = await client.post(`${path}/run`, { accepts_removals: false })
  assert.deepEqual([run.status, (await find()).is_running], [204, true])
  const { kind, order_ref } = difference
  const body = { differences: [{ kind, order_ref }] }
  assert.equal((await sender.post(`${path}/accept-differences`, body)).status, 403)
  assert.equal((await client.post(`${path}/accept-differences`, body)).status, 204)
  assert.equal((await find()).difference_count, 0)
  const { json: log } = await client.get('/audit')
  const entry = log.data.find(
    ({ action }: { action: string }) => action === 'connection.accept_differences',
  )
  assert.deepEqual([entry?.subject?.id, entry?.details], [connection_id, { accepted: 1 }])
  const foreign = '/connections/00000000-0000-7000-8000-000000000000/accept-differences'
  assert.equal((await client.post(foreign, body)).status, 404)
  const wrong = await client.post(`${path}/accept-differences`, { differences: [] })
  assert.match(wrong.text, /differences/)
})
