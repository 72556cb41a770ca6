import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { createTestDatabase } from '#test/test-database'
import * as campaigns from './index.ts'

const testDb = await createTestDatabase()

async function createAccount() {
  const { id } = await testDb.newAccount()
  await testDb.run(id, (ctx) => catalogue.createWarehouse(ctx, { name: 'Reno', country: 'US' }))
  return id
}

const check = (account: string, csv: string) =>
  testDb.run(account, (ctx) =>
    campaigns.checkCatalogueImport(ctx, catalogue.parseCsvFile(Buffer.from(csv))),
  )

const run = (account: string, csv: string) =>
  testDb.run(account, (ctx) =>
    campaigns.importCatalogue(ctx, catalogue.parseCsvFile(Buffer.from(csv)), undefined),
  )

const errorsOf = ({ errors }: catalogue.ImportPlan) =>
  errors.map(({ line, column, value, message }) => `${line} ${column} ${value}: ${message}`)

const exportAll = (account: string): Promise<string> =>
  testDb.run(
    account,
    async (ctx) =>
      (await catalogue.exportHeader(ctx)) + (await catalogue.exportPage(ctx, undefined)).csv,
  )

const listProducts = (account: string) =>
  testDb.run(account, async (ctx) => {
    const { data } = await catalogue.listProducts(ctx, {}, { limit: 100, order: 'asc' })
    return data
  })

it('creates a charity with its amounts, and an export of it changes nothing', async () => {
  const account = await createAccount()
  const plan = await run(
    account,
    [
      'sku,product_name,variant_name,kind,donation_amount_minor,donation_currency,donation_cap,registration_number,charity_url',
      'SEA-25,Sea rescue,25 euros,donation,2500,eur,,VR 123,https://sea.example',
      'SEA-50,Sea rescue,50 euros,,5000,EUR,10,,',
    ].join('\n'),
  )
  assert.deepEqual(errorsOf(plan), [])
  const [charity] = await listProducts(account)
  assert.deepEqual(
    [charity?.kind, charity?.registration_number, charity?.charity_url],
    ['donation', 'VR 123', 'https://sea.example'],
  )
  assert.deepEqual(
    charity?.variants.map((each) => [
      each.donation_amount_minor,
      each.donation_currency,
      each.donation_cap,
    ]),
    [
      [2_500, 'EUR', null],
      [5_000, 'EUR', 10],
    ],
  )
  const again = await run(account, await exportAll(account))
  assert.deepEqual([errorsOf(again), again.changes], [[], []])
  const invalid = await check(
    account,
    [
      'sku,product_name,kind,donation_amount_minor,donation_currency,charity_url,stock:Reno',
      'A,Lifeboat,donation,,,,',
      'B,Mug,physical,100,EUR,,',
      'C,Aid,donation,100,EUR,http://aid.example,5',
    ].join('\n'),
  )
  assert.deepEqual(errorsOf(invalid).toSorted(), [
    '2 donation_amount_minor : is required',
    '2 donation_currency : must be a currency code such as EUR',
    '3 donation_amount_minor 100: is only for donations',
    '3 donation_currency EUR: is only for donations',
    '4 charity_url http://aid.example: must be a link such as https://example.org',
    '4 stock:Reno 5: must be empty: donations have no stock',
  ])
})
