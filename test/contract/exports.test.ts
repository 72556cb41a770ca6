import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { directGiftBody, giftBody } from '#test/api-harness'
import { redeem } from '#test/catalogue-fixture'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness } from '#test/contract-harness'
import type { FieldErrorRow } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { createCharity } from '#test/donation-fixture'
import { createCups, createFulfilmentRunner, createRedeemedGift } from '#test/fulfilment-fixture'
import { sizeOfRun } from '#test/run-size'

/* The contract tests of exports, and of downloads that are interrupted. */

const harness = await createContractHarness()
const { testApp, origin, defaultHeaders: headers, create } = harness

const suite = createContractSuite({
  harness,
  operations: contractGroups.exports ?? [],
  params: {},
  rows: ['exportGiftRequests', 'exportStockLevels', 'exportParcels', 'exportDonations'].flatMap(
    (id): FieldErrorRow[] => [
      [id, 'invalid', undefined, '?format=xml'],
      [id, 'invalid_reference', undefined, `?after=${crypto.randomUUID()}`],
      [id, 'invalid_reference', undefined, '?after=x'],
    ],
  ),
})

suite.describeAll()

const rowCount = sizeOfRun(100_000, 10_000)
const minute = 60_000

/** Copies a gift request many times. Each copy has its own id and reference. */
async function insertCopies(id: string): Promise<void> {
  const batch = 10_000
  for (let first = 1; first < rowCount; first += batch)
    await testApp.run((ctx) =>
      ctx.query(
        `insert into gifting.gift_request
         select r.* from gifting.gift_request g, generate_series($2::int, $2::int + $3::int - 1) i,
           lateral jsonb_populate_record(g, jsonb_build_object(
             'id', '019de370-4ac0-7000-8000-' || lpad(to_hex(i), 12, '0'), 'reference', 'GR-' || i,
             'created_at', '2026-05-01T10:30:00Z', 'due_at', null, 'link_digest', null, 'link_code', null)) r
          where g.account_id = $1 and g.id = $4`,
        [ctx.account_id, first, batch, id],
      ),
    )
}

const exportUrl = (query: string) => `${origin}/api/exports/gift_requests?${query}`

/**
 * Fetches an export, and retries once after a reset connection. After an aborted response, `fetch` opens a
 * connection in advance. The server closes this connection after ten seconds without a request, possibly at
 * the moment at which `fetch` uses it.
 */
async function fetchExport(query: string, signal: AbortSignal): Promise<Response> {
  const send = () => fetch(exportUrl(query), { headers, signal })
  try {
    return await send()
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
    if (code !== 'ECONNRESET') throw error
    return send()
  }
}

/** Reads lines until this many have arrived, and then interrupts the connection. */
async function readLines(query: string, maxLines: number): Promise<string[]> {
  const abort = new AbortController()
  const response = await fetchExport(query, abort.signal)
  assert.equal(response.status, 200)
  let text = ''
  let count = 0
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) {
      const part = decoder.decode(chunk, { stream: true })
      text += part
      count += part.split('\n').length - 1
      if (count >= maxLines) abort.abort()
    }
  } catch (error) {
    assert.equal((error as Error).name, 'AbortError')
  }
  return text.split('\n').slice(0, -1)
}

describe('an export', () => {
  it('of many gift requests continues after each broken connection, and has each row once', async () => {
    const gift = await create('/gift_requests', giftBody(testApp, { metadata: { order: '=1+1' } }))
    await insertCopies(gift.id)
    await testApp.advanceTime(minute)
    const before = process.memoryUsage().arrayBuffers
    const ids: string[] = []
    let connections = 0
    for (let lines: string[]; ; ) {
      connections += 1
      const cursor = ids.length === 0 ? '' : `&after=${ids.at(-1)}`
      lines = await readLines(`format=jsonl${cursor}`, connections < 4 ? rowCount / 5 : 1_000_000)
      ids.push(...lines.map((line) => JSON.parse(line).id))
      if (connections === 4) break
    }
    assert.equal(ids.length, rowCount + 1)
    assert.equal(new Set(ids).size, rowCount + 1)
    assert.deepEqual(ids, [...ids].sort())
    assert.equal(ids.at(-1), gift.id)
    assert.ok(process.memoryUsage().arrayBuffers - before < 200_000_000)
  })

  it('as CSV has a header, and escapes formulas', async () => {
    const [header, ...rows] = await readLines('created_after=2026-05-02T00:00:00Z', 1_000_000)
    assert.match(header ?? '', /^id,reference,status,/)
    assert.equal(rows.length, 1)
    const [id] = (rows[0] ?? '').split(',')
    assert.deepEqual(await readLines(`created_after=2026-05-02T00:00:00Z&after=${id}`, 10), [])
    const body = giftBody(testApp)
    const recipient = { ...body.recipient, first_name: '=HYPERLINK("https://evil.example")' }
    await create('/gift_requests', { ...body, recipient })
    const recent = await readLines(`after=${id}`, 10)
    assert.deepEqual(recent, [], 'the last 30 seconds are left out')
    await testApp.advanceTime(minute)
    const [row] = await readLines(`after=${id}`, 10)
    assert.match(row ?? '', /'=HYPERLINK/)
  })

  it('contains nothing of other accounts', async () => {
    const other = await testApp.createOtherAccount()
    const { text } = await other.api.get('/exports/gift_requests')
    assert.equal(text.split('\n').length, 2, 'the header')
  })

  it('of stock has a line for each variant and warehouse', async () => {
    const { text } = await testApp.api.get('/exports/stock_levels?format=jsonl')
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
    assert.ok(lines.length > 10)
    assert.deepEqual(Object.keys(lines[0]).sort(), [
      'available',
      'reserved',
      'sku',
      'variant_id',
      'warehouse',
    ])
    const resumed = await testApp.api.get(
      `/exports/stock_levels?format=jsonl&after=${lines[0].variant_id}`,
    )
    assert.doesNotMatch(resumed.text, new RegExp(lines[0].variant_id))
  })
})

describe('an export of parcels and donations', () => {
  const readExport = async (path: string) =>
    (await testApp.api.get(path)).text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))

  it('has each parcel once, without an address, and continues behind a parcel', async () => {
    const shop = await createCups(testApp, { Red: 50 })
    const shipper = createFulfilmentRunner(testApp)
    const gifts = []
    for (let n = 0; n < 3; n++) gifts.push(await createRedeemedGift(testApp, shop))
    await shipper.run()
    assert.deepEqual(
      await readExport('/exports/parcels?format=jsonl'),
      [],
      'of the last 30 seconds',
    )
    await testApp.advanceTime(minute)
    const lines = await readExport('/exports/parcels?format=jsonl')
    assert.deepEqual(lines.map(({ gift_request_id }) => gift_request_id).sort(), gifts.sort())
    const ids = lines.map(({ id }) => id)
    assert.deepEqual(ids, [...ids].sort())
    assert.equal(lines[0].line_items[0].quantity, 1)
    assert.doesNotMatch(JSON.stringify(lines), /line_1|postal_code|label/)
    const rest = await readExport(`/exports/parcels?format=jsonl&after=${ids[0]}`)
    assert.deepEqual(rest, lines.slice(1))
    assert.equal((await readExport('/exports/parcels?format=jsonl&state=lost')).length, 0)
    const { text } = await testApp.api.get('/exports/parcels')
    assert.equal(text.split('\n').length, 5, 'the header and three lines')
    const other = await testApp.createOtherAccount()
    assert.equal((await other.api.get('/exports/parcels?format=jsonl')).text, '')
    const foreign = await other.api.get(`/exports/parcels?after=${ids[0]}`)
    assert.equal(foreign.status, 400)
  })

  it('has each donation with its amount and payment, and no donation of a cancelled gift', async () => {
    const charity = await createCharity(testApp)
    const donate = async () => {
      const id = await charity.createGift()
      await redeem(testApp, id, { variant_ids: [charity.id('Rescue')] })
      return id
    }
    const first = await donate()
    const second = await donate()
    await testApp.run((ctx) =>
      ctx.query(
        'update donations.donation set voided_at = now() where account_id = $1 and gift_request_id = $2',
        [ctx.account_id, second],
      ),
    )
    assert.deepEqual(await readExport('/exports/donations?format=jsonl'), [])
    await testApp.advanceTime(minute)
    const [line, ...rest] = await readExport('/exports/donations?format=jsonl')
    assert.deepEqual(rest, [])
    assert.equal(line.gift_request_id, first)
    assert.equal(line.charity, 'Sea rescue')
    assert.equal(typeof line.amount.amount, 'number')
    assert.equal(line.paid_at, null)
    assert.deepEqual(await readExport(`/exports/donations?format=jsonl&after=${line.id}`), [])
    const { text } = await testApp.api.get(`/exports/donations?product_id=${line.product_id}`)
    assert.match(text.split('\n')[1] ?? '', new RegExp(`^${line.id},${first},`))
    const other = await testApp.createOtherAccount()
    assert.equal((await other.api.get(`/exports/donations?after=${line.id}`)).status, 400)
  })
})

suite.describeCoverage()

describe('an export with a token that only reads reports', () => {
  const readAs = async (scopes: string[], path: string) => {
    const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx, { scopes }))
    return testApp.api.get(path, { authorization: `Bearer ${token}` })
  }

  it('has neither links nor streets, unless the token also reads gift requests', async () => {
    const created = await testApp.api.post('/gift_requests', directGiftBody(testApp))
    await testApp.advanceTime(2 * minute)
    const lineOf = async (scopes: string[]) => {
      const path = `/exports/gift_requests?format=jsonl&created_after=${new Date(Date.parse(created.json.created_at) - 1).toISOString()}`
      const lines = (await readAs(scopes, path)).text.trimEnd().split('\n')
      return lines.map((line) => JSON.parse(line)).find(({ id }) => id === created.json.id)
    }
    const ofReports = await lineOf(['reports:read'])
    assert.equal(ofReports.reference, created.json.reference)
    assert.deepEqual([ofReports.redemption_url, ofReports.shipping_address], [null, null])
    const ofBoth = await lineOf(['reports:read', 'gift_requests:read'])
    assert.equal(ofBoth.shipping_address.line_1, created.json.shipping_address.line_1)
    const csv = await readAs(['reports:read'], '/exports/gift_requests')
    assert.ok(!csv.text.includes('/r/'))
  })
})
