import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { addSupplier, createSource, saveSources } from '#test/code-source-fixture'
import type { Mood } from '#test/code-supplier-stub'
import { addContent } from '#test/digital-fixture'
import { startFakeTremendous } from '#test/fake-tremendous'
import { claimCount, createKilledClaims, killedKey, timeout } from '#test/killed-claims'

/*
 * Claims of codes that are bought, at two suppliers that lose requests and answers, fail, refuse and hang, by processes that
 * are killed with SIGKILL between a request and the storage of its answer. The full size takes some minutes:
 *
 *   BESTOW_TEST_CLAIMS=10000 npm test -- test/reliability/code-purchases.test.ts
 */

const { testApp, createGifts, runWithFailures } = await createKilledClaims()
const stubs = [await startFakeTremendous(), await startFakeTremendous()] as const
const buyers = new Set<ChildProcess>()
after(async () => {
  for (const child of buyers) child.kill('SIGKILL')
  await Promise.all(stubs.map((stub) => stub.close()))
})

const misfortunes: readonly Mood[] = [
  'loses the answer',
  'loses the request',
  'fails after',
  'fails before',
  'refuses',
]

/** Returns the mood of each request in turn: half of them fail, and a few hang until their process is killed. */
function createMoods() {
  let count = 0
  return (): Mood => {
    count += 1
    if (count % 97 === 0) return 'hangs'
    return count % 2 === 0 ? 'honest' : (misfortunes[(count >> 1) % misfortunes.length] ?? 'honest')
  }
}

function startBuyer(): ChildProcess {
  const settings = JSON.stringify({ url: testApp.url, key: killedKey })
  const args = ['test/reliability/code-purchases-process.ts', settings]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  buyers.add(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  buyers.delete(child)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const queryNumber = async (sql: string): Promise<number> =>
  (await testApp.run((ctx) => ctx.queryValue<number>(sql, [ctx.account_id]))) ?? 0
const countBought = () =>
  queryNumber(
    `select count(*)::int from digital.purchase where account_id = $1 and state = 'bought'`,
  )
const countRequests = () =>
  queryNumber('select coalesce(sum(attempts), 0)::int from digital.purchase where account_id = $1')

/** Returns the purchases whose code the gift has for which it was bought. */
async function listBought(): Promise<{ id: string; gift_request_id: string }[]> {
  const [purchases, codes, items] = await testApp.run(async (ctx) => {
    const list = (columns: string) =>
      ctx.query<Record<string, string>>(`select ${columns} account_id = $1`, [ctx.account_id])
    return Promise.all([
      list(`id, code_id from digital.purchase where state = 'bought' and`),
      list('id, gift_request_id from digital.code where'),
      list('code_id, gift_request_id from digital.item where code_id is not null and'),
    ])
  })
  const giftOf = new Map(codes.map(({ id, gift_request_id }) => [id, gift_request_id]))
  const hasItem = new Set(items.map((each) => `${each.code_id} ${each.gift_request_id}`))
  return purchases.flatMap(({ id = '', code_id }) => {
    const gift_request_id = giftOf.get(code_id) ?? ''
    return hasItem.has(`${code_id} ${gift_request_id}`) ? [{ id, gift_request_id }] : []
  })
}

/** Updates the statistics of tables that have grown. PostgreSQL does so every few seconds, but not in tests. */
async function analyze(): Promise<void> {
  const { pool } = testApp.db
  for (const table of [
    'gifting.gift_request',
    'gifting.fulfilment_outbox',
    'digital.item',
    'digital.purchase',
  ])
    await pool.query(`analyze ${table}`)
}

/** Lets time pass: leases of killed processes end, and orders are looked up or made again. Those that are due stay as they are. */
const advance = () =>
  testApp.run(async (ctx) => {
    await ctx.query(
      `update digital.purchase set leased_until = null, due_at = now() - interval '1 second'
        where account_id = $1 and state = 'open' and attempts > 0 and (due_at > now() or leased_until is not null)`,
      [ctx.account_id],
    )
    await ctx.query(
      `update digital.purchase set settled_at = now() - interval '1 hour' where account_id = $1 and state = 'failed' and settled_at > now() - interval '1 hour'`,
      [ctx.account_id],
    )
  })

it('buys exactly one code for each gift, whatever suppliers and processes do', {
  timeout,
}, async () => {
  const shop = await createCatalogueFixture(testApp, [
    { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } },
  ])
  const voucher = shop.id('Voucher')
  await addContent(testApp, voucher, { delivery: 'link', is_link_per_gift: true })
  const sources = []
  for (const [index, stub] of stubs.entries())
    sources.push(createSource(await addSupplier(testApp, `Supplier ${index}`, stub)))
  await saveSources(testApp, voucher, sources)
  const ids = await createGifts(shop.campaign_id)
  for (const stub of stubs) stub.setMood(createMoods())

  let buyer = startBuyer()
  await runWithFailures({ ids, variant_id: voucher }, Math.floor(claimCount / 4))
  await runWithFailures({ ids, variant_id: voucher }, Number.POSITIVE_INFINITY)
  await analyze()
  for (let kills = 0; kills < 6; kills += 1) {
    const requests = await countRequests()
    while ((await countRequests()) === requests && (await countBought()) < claimCount)
      await setTimeout(20)
    await kill(buyer)
    await advance()
    buyer = startBuyer()
  }
  for (const stub of stubs) stub.setMood(() => 'honest')
  await kill(buyer)
  const last = [startBuyer(), startBuyer()]
  while ((await countBought()) < claimCount) {
    await advance()
    await setTimeout(250)
  }
  await Promise.all(last.map(kill))

  const paid = stubs.flatMap((stub) => stub.paid())
  assert.equal(
    paid.length,
    claimCount,
    'the suppliers sold more or fewer codes than there are gifts',
  )
  const rows = await listBought()
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), paid.map(({ key }) => key).toSorted())
  assert.deepEqual(rows.map((row) => row.gift_request_id).toSorted(), ids.toSorted())
  assert.ok(
    stubs.every((stub) => stub.paid().length > 0),
    'both suppliers sold codes',
  )
})
