import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as catalogue from '#catalogue'
import { createTestDatabase } from '#test/test-database'
import * as campaigns from './index.ts'

const testDb = await createTestDatabase()

const header = 'sku,product_name,variant_name,description,kind,weight_grams,stock:Reno'
const mugs = [
  header,
  'MUG-S,Mug,"Mug, small","For tea.\nOr coffee.",physical,300,5',
  'MUG-L,Mug,"Mug, large",,,420,',
  'BOOK,E-book,E-book,=HYPERLINK(),digital,,',
].join('\n')

async function createAccount() {
  const { id } = await testDb.newAccount()
  await testDb.run(id, (ctx) => catalogue.createWarehouse(ctx, { name: 'Reno', country: 'US' }))
  return id
}

const check = (account: string, csv: string) =>
  testDb.run(account, (ctx) => campaigns.checkCatalogueImport(ctx, Buffer.from(csv)))

const run = (account: string, csv: string, digest?: string) =>
  testDb.run(account, (ctx) => campaigns.importCatalogue(ctx, Buffer.from(csv), digest))

const errorsOf = ({ errors }: catalogue.ImportPlan) =>
  errors.map(({ line, column, value, message }) => `${line} ${column} ${value}: ${message}`)

/** Returns all pages of the export as one text. */
async function exportAll(account: string): Promise<string> {
  return testDb.run(account, async (ctx) => {
    let csv = await catalogue.exportHeader(ctx)
    for (let after: catalogue.ExportCursor | undefined; ; ) {
      const page = await catalogue.exportPage(ctx, after)
      csv += page.csv
      if (page.next === undefined) return csv
      after = page.next
    }
  })
}

const listProducts = (account: string) =>
  testDb.run(account, async (ctx) => {
    const { data } = await catalogue.listProducts(ctx, {}, { limit: 100, order: 'asc' })
    return data
  })

describe('the translations of an import', () => {
  const translated = [
    'sku,product_name,variant_name,product_name:de,description:de,variant_name:de',
    'MUG-S,Mug,"Mug, small",Becher,"=1+1",Becher klein',
    'MUG-L,Mug,"Mug, large",,,Becher groß',
  ].join('\n')

  it('are saved, exported, and unchanged by the same file', async () => {
    const account = await createAccount()
    assert.deepEqual(errorsOf(await run(account, mugs)), [])
    const plan = await run(account, translated)
    assert.deepEqual(errorsOf(plan), [])
    assert.deepEqual(plan.products, { created: 0, changed: 1, unchanged: 0 })
    const mug = (await listProducts(account)).find(({ name }) => name === 'Mug')
    assert.deepEqual(mug?.translations, { de: { name: 'Becher', description: '=1+1' } })
    assert.deepEqual(
      mug?.variants.map(({ translations }) => translations),
      [{ de: { name: 'Becher klein' } }, { de: { name: 'Becher groß' } }],
    )
    const csv = await exportAll(account)
    const [header = ''] = csv.split('\n')
    assert.match(header, /,product_name:de,description:de,variant_name:de,stock:Reno/)
    assert.doesNotMatch(header, /:fr/)
    const again = await run(account, csv)
    assert.deepEqual([errorsOf(again), again.changes], [[], []])
  })

  it('are removed by empty cells, and unchanged without their columns', async () => {
    const account = await createAccount()
    await run(account, mugs)
    await run(account, translated)
    const unchanged = await run(account, 'sku,weight_grams\nMUG-S,301')
    assert.deepEqual(errorsOf(unchanged), [])
    await run(account, 'sku,product_name:de,variant_name:de\nMUG-S,,')
    const mug = (await listProducts(account)).find(({ name }) => name === 'Mug')
    assert.deepEqual(mug?.translations, { de: { description: '=1+1' } })
    assert.deepEqual(mug?.variants[0]?.translations, {})
    assert.equal(mug?.variants[1]?.translations.de?.name, 'Becher groß')
  })

  it('have errors at their cells', async () => {
    const account = await createAccount()
    const plan = await check(
      account,
      'sku,product_name,variant_name,product_name:de\nA,Mug,A,Becher\nB,Mug,B,Tasse\nC,Pot,C,'.concat(
        'x'.repeat(256),
      ),
    )
    assert.deepEqual(
      plan.errors.map(({ line, column, message }) => `${line} ${column} ${message.slice(0, 19)}`),
      ['3 product_name:de differs from line 2', '4 product_name:de is too long: at mos'],
    )
    const unknown = await check(account, 'sku,product_name:tlh\nA,x')
    assert.match(errorsOf(unknown)[0] ?? '', /product_name:tlh null: is not a column/)
  })
})
