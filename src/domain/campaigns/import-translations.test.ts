import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createImportFixture, importErrorsOf, importedMugs } from '#test/catalogue-import-fixture'
import { createTestDatabase } from '#test/test-database'

const testDb = await createTestDatabase()

const { createAccount, check, run, exportAll, listProducts } = createImportFixture(testDb)

describe('the translations of an import', () => {
  const translated = [
    'sku,product_name,variant_name,product_name:de,description:de,variant_name:de',
    'MUG-S,Mug,"Mug, small",Becher,"=1+1",Becher klein',
    'MUG-L,Mug,"Mug, large",,,Becher groß',
  ].join('\n')

  it('are saved, exported, and unchanged by the same file', async () => {
    const account = await createAccount()
    assert.deepEqual(importErrorsOf(await run(account, importedMugs)), [])
    const plan = await run(account, translated)
    assert.deepEqual(importErrorsOf(plan), [])
    assert.deepEqual(plan.products, { created: 0, changed: 1, unchanged: 0 })
    const mug = (await listProducts(account)).find(({ name }) => name === 'Mug')
    assert.deepEqual(mug?.translations, { de: { name: 'Becher', description: '=1+1' } })
    assert.deepEqual(
      mug?.variants.map(({ translations }) => translations),
      [{ de: { name: 'Becher klein' } }, { de: { name: 'Becher groß' } }],
    )
    const csv = await exportAll(account)
    const [importHeader = ''] = csv.split('\n')
    assert.match(importHeader, /,product_name:de,description:de,variant_name:de,stock:Reno/)
    assert.doesNotMatch(importHeader, /:fr/)
    const again = await run(account, csv)
    assert.deepEqual([importErrorsOf(again), again.changes], [[], []])
  })

  it('are removed by empty cells, and unchanged without their columns', async () => {
    const account = await createAccount()
    await run(account, importedMugs)
    await run(account, translated)
    const unchanged = await run(account, 'sku,weight_grams\nMUG-S,301')
    assert.deepEqual(importErrorsOf(unchanged), [])
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
    assert.match(importErrorsOf(unknown)[0] ?? '', /product_name:tlh null: is not a column/)
  })
})
