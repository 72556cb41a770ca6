import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, it } from 'node:test'
import * as catalogue from '#catalogue'
import { root } from '#scripts/steps'
import { eventually } from '#test/eventually'
import { createTestDatabase } from '#test/test-database'

/* An import of the catalogue, whose process is killed with SIGKILL at several places of its transaction. */

const rowCount = 900
const testDb = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'import-'))
const children: ChildProcess[] = []
after(async () => {
  for (const child of children) child.kill('SIGKILL')
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

function startImport({ account_id, file }: Shop): ChildProcess {
  const settings = { url: testDb.url, account_id, file }
  const child = spawn(
    process.execPath,
    ['test/reliability/catalogue-import-process.ts', JSON.stringify(settings)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  return child
}

async function runImport(shop: Shop): Promise<{ changes: number; errors: number }> {
  const child = startImport(shop)
  assert.ok(child.stdout)
  return JSON.parse(await text(child.stdout))
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const countRows = ({ account_id }: Shop) =>
  testDb.run(account_id, async (ctx) => {
    const [counts] = await ctx.query<{ products: number; variants: number; stock: number }>(
      `select (select count(*)::int from catalogue.product where account_id = $1) as products,
              (select count(*)::int from catalogue.variant where account_id = $1) as variants,
              (select coalesce(sum(available), 0)::int from catalogue.stock_level where account_id = $1) as stock`,
      [ctx.account_id],
    )
    return counts
  })

const nothing = { products: 0, variants: 0, stock: 0 }
const everything = { products: rowCount, variants: rowCount, stock: 7 * rowCount }

/** The state of the connection of the importing process. */
const isImporting = async (condition: string): Promise<boolean> => {
  const { rows } = await testDb.db.pool.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name like '%catalogue import%' and ${condition}`,
  )
  return rows.length > 0
}

it('nothing is imported when the process is killed between the products and their stock', async () => {
  const shop = await createShop()
  const blocker = await testDb.db.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('set local idle_in_transaction_session_timeout = 0')
    await blocker.query('lock table catalogue.stock_level in share mode')
    const child = startImport(shop)
    await eventually(() => isImporting(`wait_event_type = 'Lock'`), {
      timeoutMs: 60_000,
      message: 'the import waits for the lock of the stock',
    })
    await kill(child)
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  await eventually(async () => !(await isImporting('true')), {
    timeoutMs: 60_000,
    message: 'the server has ended the session of the killed process',
  })
  assert.deepEqual(await countRows(shop), nothing)
  assert.deepEqual(await runImport(shop), { changes: rowCount, errors: 0 })
  assert.deepEqual(await countRows(shop), everything)
  assert.deepEqual(await runImport(shop), { changes: 0, errors: 0 })
})

it('an import that is killed at any time is done completely or not at all, and can be repeated', async () => {
  const shop = await createShop()
  for (let tries = 0; tries < 6; tries += 1) {
    const child = startImport(shop)
    await eventually(async () => child.exitCode !== null || (await isImporting('true')), {
      timeoutMs: 60_000,
      intervalMs: 5,
      message: 'the import has started',
    })
    await new Promise((resolve) => setTimeout(resolve, tries * 120))
    await kill(child)
    await eventually(async () => !(await isImporting('true')), {
      timeoutMs: 60_000,
      message: 'the server has ended the session of the killed process',
    })
    const counts = await countRows(shop)
    assert.deepEqual(counts, counts?.products === 0 ? nothing : everything)
  }
  const { errors } = await runImport(shop)
  assert.equal(errors, 0)
  assert.deepEqual(await countRows(shop), everything)
})
