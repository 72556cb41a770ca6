import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { createAdminFixture, homeAddress, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

let count = 0

const createTeam = async (change: object = {}) => {
  const { status, json, text } = await admin.post('/teams', { name: `Team ${++count}`, ...change })
  assert.equal(status, 201, text)
  return json
}

const createWarehouse = (country = 'DE') =>
  testApp.run((ctx) => catalogue.createWarehouse(ctx, { name: `Warehouse ${++count}`, country }))

async function createVariant(): Promise<string> {
  const product = { name: 'Cup', description: '', kind: 'physical', images: [] } as const
  const variants = [{ sku: newId(), name: 'Red', images: [] }]
  const created = await testApp.run((ctx) => catalogue.createProduct(ctx, { ...product, variants }))
  return created.variants[0]?.id ?? ''
}

const setStock = (variant_id: string, warehouse_id: string, available: number) =>
  testApp.run((ctx) => catalogue.setStock(ctx, [{ variant_id, warehouse_id, available }]))

const reserve = (variant_id: string, team_id: string | null, quantity = 1) =>
  testApp.run((ctx) =>
    catalogue.reserve(ctx, {
      ...{ holder_id: newId(), lines: [{ variant_id, quantity }], country: 'DE', team_id },
    }),
  )

it('gives the stock of a team to its gifts alone, before that of the account', async () => {
  const variant_id = await createVariant()
  const [general, own, other] = [
    await createWarehouse(),
    await createWarehouse('US'),
    await createWarehouse(),
  ]
  await setStock(variant_id, general.id, 1)
  await setStock(variant_id, own.id, 1)
  await setStock(variant_id, other.id, 5)
  const team = await createTeam({ warehouse_ids: [own.id] })
  await createTeam({ warehouse_ids: [other.id] })
  const first = await reserve(variant_id, team.id)
  assert.deepEqual(pluck(first.allocations ?? [], 'warehouse_id'), [own.id])
  const next = await reserve(variant_id, team.id)
  assert.deepEqual(pluck(next.allocations ?? [], 'warehouse_id'), [general.id])
  assert.deepEqual(await reserve(variant_id, team.id), { unavailable: [variant_id] })
  assert.deepEqual(await reserve(variant_id, null), { unavailable: [variant_id] })
})

it('shows a recipient what a gift of the team can have', async () => {
  const [product] = fixture.campaign('email').products
  const variant_id = product?.variants[0]?.id ?? ''
  const own = await createWarehouse()
  await testApp.run((ctx) =>
    ctx.query('update catalogue.stock_level set available = 0 where account_id = $1', [
      ctx.account_id,
    ]),
  )
  await setStock(variant_id, own.id, 3)
  const team = await createTeam({
    warehouse_ids: [own.id],
    member_ids: [testApp.sender.id],
  })
  const send = async (client: typeof admin) => {
    const options = { campaign_id: fixture.campaign('email').id }
    const rows = [{ recipient: recipientFields(`stock.${++count}@example.com`) }]
    const { json, text } = await client.post('/send', { options, rows })
    assert.equal(json.rows?.[0].status, 'sent', text)
    return json.rows[0].id as string
  }
  const [ofTeam, ofOthers] = [await send(sender), await send(admin)]
  await fixture.processDue()
  const isAvailable = async (id: string) => {
    const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, id))
    return page?.items.find((item) => item.variant_id === variant_id)?.is_available
  }
  assert.deepEqual([await isAvailable(ofTeam), await isAvailable(ofOthers)], [true, false])
  const body = { variant_ids: [variant_id], shipping_address: homeAddress }
  await assert.rejects(
    testApp.run((ctx) => gifting.redeem(ctx, ofOthers, body)),
    /out of stock/,
  )
  await testApp.run((ctx) => gifting.redeem(ctx, ofTeam, body))
  const choices = async (client: typeof admin) => {
    const { items } = (await client.get('/send/choices')).json
    return items.find((item: { variant_id: string }) => item.variant_id === variant_id).available
  }
  assert.deepEqual([await choices(sender), await choices(admin)], [2, 0])
  await admin.patch(`/teams/${team.id}`, { warehouse_ids: [] })
  assert.deepEqual([await choices(sender), await choices(admin)], [2, 2])
})

it('refuses warehouses of another team, of another account, and that do not exist', async () => {
  const [own, free] = [await createWarehouse(), await createWarehouse()]
  const team = await createTeam({ warehouse_ids: [own.id] })
  const account = await testApp.createAccount('Foreign')
  const foreign = await testApp.run(
    (ctx) => catalogue.createWarehouse(ctx, { name: 'Foreign', country: 'DE' }),
    account.id,
  )
  for (const id of [own.id, foreign.id, newId(), 'own']) {
    const { status, json } = await admin.post('/teams', {
      ...{ name: `Team ${++count}`, warehouse_ids: [free.id, id] },
    })
    assert.equal(status, 422, id)
    assert.equal(json.errors[0].param, 'warehouse_ids')
  }
  const { data } = (await admin.get('/teams')).json
  const owners = data.flatMap(({ id, warehouses }: { id: string; warehouses: { id: string }[] }) =>
    warehouses.some((each) => each.id === own.id) ? [id] : [],
  )
  assert.deepEqual(owners, [team.id])
  const taken = data.flatMap(({ warehouses }: { warehouses: { id: string }[] }) =>
    pluck(warehouses, 'id'),
  )
  assert.ok(!taken.includes(free.id), 'a refused change takes nothing')
})

it('gives a warehouse to one of two teams at the same instant', async () => {
  const own = await createWarehouse()
  const teams = [await createTeam(), await createTeam()]
  const results = await Promise.all(
    teams.map(({ id }) => admin.patch(`/teams/${id}`, { warehouse_ids: [own.id] })),
  )
  assert.deepEqual(pluck(results, 'status').toSorted(), [200, 422])
})
