import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import * as catalogue from '#catalogue'
import { eventually } from '#test/eventually'
import { createKillableProcess } from '#test/killable-process'
import { createTestDatabase } from '#test/test-database'

/*
 * The tests of an import of the catalogue, whose process is killed with SIGKILL at
 * several places of its transaction.
 */

const rowCount = 900
const testDb = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'import-'))
const importing = createKillableProcess({
  pool: testDb.db.pool,
  script: 'test/reliability/catalogue-import-process.ts',
  connectionName: 'catalogue import',
  timeoutMs: 60_000,
})
after(async () => {
  rmSync(folder, { recursive: true })
  await testDb.close()
})

async function createShop() {
  const { id: account_id } = await testDb.newAccount()
  const warehouse = await testDb.run(account_id, (ctx) =>
    catalogue.createWarehouse(ctx, { name: 'Graz', country: 'AT' }),
  )
  const rows = Array.from(
    { length: rowCount },
    (_, index) => `SKU-${index},Candle ${index},Candle ${index},physical,${240 + (index % 9)},7`,
  )
  const file = join(folder, `${account_id}.csv`)
  const header = `sku,product_name,variant_name,kind,weight_grams,stock:${warehouse.name}`
  writeFileSync(file, [header, ...rows].join('\n'))
  return { account_id, file }
}

type Shop = Awaited<ReturnType<typeof createShop>>

const toSettings = (shop: Shop) => ({ url: testDb.url, ...shop })
const runImport = async (shop: Shop): Promise<{ changes: number; errors: number }> =>
  JSON.parse(await importing.run(toSettings(shop)))

const countRows = ({ account_id }: Shop) =>
  testDb.run(account_id, (ctx) =>
    ctx.queryFirst<{ products: number; variants: number; stock: number }>(
      `select (select count(*)::int from catalogue.product where account_id = $1) as products,
              (select count(*)::int from catalogue.variant where account_id = $1) as variants,
              (select coalesce(sum(available), 0)::int from catalogue.stock_level where account_id = $1) as stock`,
      [ctx.account_id],
    ),
  )

const nothing = { products: 0, variants: 0, stock: 0 }
const everything = { products: rowCount, variants: rowCount, stock: 7 * rowCount }

it('nothing is imported when the process is killed between the products and their stock', async () => {
  const shop = await createShop()
  await importing.killBefore('catalogue.stock_level', toSettings(shop))
  assert.deepEqual(await countRows(shop), nothing)
  assert.deepEqual(await runImport(shop), { changes: rowCount, errors: 0 })
  assert.deepEqual(await countRows(shop), everything)
  assert.deepEqual(await runImport(shop), { changes: 0, errors: 0 })
})

it('an import that is killed at any time is done completely or not at all, and can be repeated', async () => {
  const shop = await createShop()
  for (let tries = 0; tries < 6; tries += 1) {
    const child = importing.start(toSettings(shop))
    await eventually(async () => child.exitCode !== null || (await importing.isConnected()), {
      timeoutMs: 60_000,
      intervalMs: 5,
      message: 'the import has started',
    })
    await new Promise((resolve) => setTimeout(resolve, tries * 120))
    await importing.kill(child)
    await importing.waitUntilDisconnected()
    const counts = await countRows(shop)
    assert.deepEqual(counts, counts?.products === 0 ? nothing : everything)
  }
  const { errors } = await runImport(shop)
  assert.equal(errors, 0)
  assert.deepEqual(await countRows(shop), everything)
})
