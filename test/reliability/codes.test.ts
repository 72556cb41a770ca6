import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, it } from 'node:test'
import * as gifting from '#gifting'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { addContent, importLines } from '#test/digital-fixture'

/*
 * More recipients than codes, in several processes that are killed, over connections that are terminated. The full size
 * takes some minutes:
 *
 *   BESTOW_TEST_CLAIMS=10000 npm test -- test/reliability/codes.test.ts
 */

const claimCount = Number(process.env.BESTOW_TEST_CLAIMS ?? 300)
const isFullSize = claimCount > 1_000
const timeout = isFullSize ? 30 * 60_000 : 5 * 60_000
const terminationIntervalMs = isFullSize ? 250 : 20
const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const testApp = await createTestApp({ cipher: createCipher(parseKeyring(key)) })
const folder = mkdtempSync(join(tmpdir(), 'claims-'))
after(() => rmSync(folder, { recursive: true }))

async function createGifts(campaign_id: string): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < claimCount) {
    const count = Math.min(100, claimCount - ids.length)
    const gift_requests = Array.from({ length: count }, () => giftBody(testApp, { campaign_id }))
    const { json, status, text } = await testApp.api.post('/gift_requests/batch', { gift_requests })
    assert.equal(status, 201, text)
    ids.push(...json.data.map(({ id }: { id: string }) => id))
  }
  await testApp.advanceTime()
  return ids
}

/** Ends one of the connections of the claiming processes, in the middle of a statement or a transaction. */
const terminateConnection = () =>
  testApp.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'bestow claims' order by random() limit 1`,
  )

interface Claimer {
  child: ChildProcess
  outcomes: string[]
  ended: Promise<unknown>
}

function startClaimer(ids: readonly string[], variant_id: string): Claimer {
  const file = join(folder, `${Math.random()}`)
  writeFileSync(file, ids.join('\n'))
  const settings = { url: testApp.url, key, account_id: testApp.account.id, variant_id, file }
  const child = spawn(
    process.execPath,
    ['test/reliability/code-claims-process.ts', JSON.stringify(settings)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const outcomes: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => outcomes.push(line))
  return { child, outcomes, ended: once(child, 'exit') }
}

/** Starts two processes with all gifts, terminates connections, and kills one process after so many outcomes. */
async function claimWithFailures(ids: readonly string[], variant_id: string, killAfter: number) {
  const claimers = [startClaimer(ids, variant_id), startClaimer(ids.toReversed(), variant_id)]
  const [victim] = claimers
  let isRunning = true
  const ended = Promise.all(claimers.map((claimer) => claimer.ended)).then(() => {
    isRunning = false
  })
  while (isRunning) {
    if (victim !== undefined && victim.outcomes.length >= killAfter) victim.child.kill('SIGKILL')
    await terminateConnection()
    await Promise.race([
      ended,
      new Promise((resolve) => setTimeout(resolve, terminationIntervalMs)),
    ])
  }
  if (Number.isFinite(killAfter)) assert.equal(victim?.child.signalCode, 'SIGKILL')
  return claimers.flatMap(({ outcomes }) => outcomes)
}

it('gives each code to one of more recipients, over killed processes and connections', {
  timeout,
}, async () => {
  const codes = Array.from({ length: claimCount - 1 }, (_, index) => `CLAIM-${index}-${index * 31}`)
  const shop = await createCatalogueFixture(testApp, [
    { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } },
  ])
  const voucher = shop.id('Voucher')
  await addContent(testApp, voucher, { delivery: 'code' })
  await importLines(testApp, voucher, codes.join('\n'))
  const ids = await createGifts(shop.campaign_id)
  await claimWithFailures(ids, voucher, Math.floor(claimCount / 4))
  const outcomes = await claimWithFailures(ids, voucher, Number.POSITIVE_INFINITY)

  const soldOut = new Set(outcomes.filter((line) => line.endsWith('out_of_stock')))
  assert.equal(soldOut.size, 1, [...soldOut].join())
  const rows = await testApp.run((ctx) =>
    ctx.query<{
      codes: number
      gifts: number
      items: number
      mismatched: number
      delivered: number
    }>(
      `select count(distinct c.id)::int as codes, count(distinct c.gift_request_id)::int as gifts,
              count(i.id)::int as items, count(*) filter (where i.gift_request_id <> c.gift_request_id)::int as mismatched,
              (select count(*)::int from gifting.state_transition t
                where 'gift_request_delivered' = any (t.events)) as delivered
         from digital.code c join digital.item i on i.account_id = c.account_id and i.code_id = c.id
        where c.variant_id = $1 and c.given_at is not null`,
      [voucher],
    ),
  )
  const expected = claimCount - 1
  assert.deepEqual(rows, [
    { codes: expected, gifts: expected, items: expected, mismatched: 0, delivered: expected },
  ])
  const [last = ''] = [...soldOut].map((line) => line.split(' ')[0] ?? '')
  const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, last))
  assert.deepEqual(
    [page?.state, page?.items.map(({ is_available }) => is_available)],
    ['awaiting_recipient', [false]],
    'the last recipient sees that the gift is sold out, and can return',
  )
})
