import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from '#contract'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import * as plans from '#test/query-plans'
import { createTestDatabase } from '#test/test-database'
import * as giftLists from './index.ts'

/*
 * The list of thank-you notes reads few buffers, although the partition of a note depends on the month of its
 * gift.
 */

const app = await createTestDatabase()
after(() => app.close())
const account = await app.newAccount()
const other = await app.newAccount()
const noteCount = 12_000
const hoursPerGift = 0.5
const campaignId = (number: number) => `019de316-0000-7000-8000-00000000000${number}`
const largeCampaign = campaignId(1)
const smallCampaign = campaignId(2)
const unknownCampaign = campaignId(3)

/**
 * The id of a gift. There is one gift every half hour, so the notes are in nine months. The small campaign
 * has 40 gifts.
 */
const idSql = `(substr(platform.uuid_floor('2026-01-01'::timestamptz + i * interval '${hoursPerGift} hours')::text, 1, 14)
    || '7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`
const rows = `generate_series(1, ${noteCount}) i`

/**
 * Inserts notes in an order that differs from the order of the gifts. Each note is up to 20 days later than
 * its gift.
 */
async function insertNotes(ctx: TxContext, account_id: string): Promise<void> {
  const accountSql = `'${account_id}'::uuid`
  await ctx.query(`insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct,
      campaign_id, campaign_name, sender_id, sender_name, sender_email, email_key, first_name, last_name, email,
      email_message, metadata, expires_at, created_at, updated_at)
    select ${accountSql}, ${idSql}, 'GR-' || right('${account_id}', 4) || i, 'complete', 'delivered', 1, false,
      case when i % 300 = 0 then '${smallCampaign}' else '${largeCampaign}' end::uuid, 'Spring', '${account_id}', '', '', '',
      'Anna', 'Smith', '', '{}', '{}', now(), now(), now() from ${rows}`)
  await ctx.query(`insert into gifting.thank_you_note (account_id, gift_request_id, text, written_at)
    select ${accountSql}, ${idSql}, 'Thank you ' || i,
      '2026-01-01'::timestamptz + i * interval '${hoursPerGift} hours' + (i * 7919 % 480) * interval '1 hour' from ${rows}`)
}

const tables = ['gifting.gift_request', 'gifting.thank_you_note']
await app.run(ALL_ACCOUNTS, async (ctx) => {
  await ctx.query('set local synchronous_commit = on') // for the same reason as in vacuum()
  for (const { id } of [account, other]) await insertNotes(ctx, id)
  await ctx.query(
    `select platform.create_monthly_partitions('gifting.thank_you_note', '2026-01-01', 0)`,
  )
})
await plans.vacuum(app, tables)

const firstPage: Page = { limit: 50, order: 'desc' }
const browse = (query: { campaign_id?: string }, page: Page) =>
  app.run(account.id, (ctx) => giftLists.browseThankYouNotes(ctx, query, page))
const countBuffers = (query: { campaign_id?: string }, page: Page) =>
  plans.countBuffers(app, account.id, (ctx) => giftLists.browseThankYouNotes(ctx, query, page))

/**
 * Returns the tables that a query plan reads completely. Ignores an empty partition, because its scan reads
 * no buffer.
 */
const scannedTables = (plan: plans.QueryPlan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && plans.countPlanBuffers(plan) > 0
    ? [plan['Relation Name'] ?? '']
    : []),
  ...(plan.Plans ?? []).flatMap(scannedTables),
]

describe('the list of thank-you notes', () => {
  const limits: readonly [name: string, query: { campaign_id?: string }, maxBuffers: number][] = [
    ['without a filter', {}, 400],
    ['of a large campaign', { campaign_id: largeCampaign }, 700],
    ['of a small campaign', { campaign_id: smallCampaign }, 500],
    ['of a campaign without gifts', { campaign_id: unknownCampaign }, 20],
  ]
  for (const [name, query, maxBuffers] of limits)
    it(`${name} reads few buffers and no table completely, on each page`, async () => {
      const { next_after } = await browse(query, { ...firstPage, limit: 20 })
      const pages = [
        firstPage,
        ...(next_after === null ? [] : [{ ...firstPage, after: next_after }]),
      ]
      for (const page of pages) {
        const buffers = await countBuffers(query, page)
        assert.ok(buffers <= maxBuffers, `${buffers} buffers read, ${maxBuffers} allowed`)
        await plans.explainQueries(
          app,
          account.id,
          (ctx) => giftLists.browseThankYouNotes(ctx, query, page),
          (plan, text) => assert.deepEqual(scannedTables(plan), [], text),
        )
      }
    })

  it('has each note of the account once, newest first, across partitions', async () => {
    const found: string[] = []
    let last = new Date('2100-01-01')
    let page: Page = { limit: 1_000, order: 'desc' }
    for (;;) {
      const { data, next_after } = await browse({}, page)
      for (const { text, written_at } of data) {
        assert.ok(written_at <= last, text)
        last = written_at
        found.push(text)
      }
      if (next_after === null) break
      page = { ...page, after: next_after }
    }
    assert.equal(found.length, noteCount)
    assert.equal(new Set(found).size, noteCount)
  })

  it('has the same order for a small campaign, from the oldest note too', async () => {
    const newest = await browse({ campaign_id: smallCampaign }, firstPage)
    assert.equal(newest.data.length, noteCount / 300)
    const oldest = await browse({ campaign_id: smallCampaign }, { ...firstPage, order: 'asc' })
    assert.deepEqual(oldest.data.toReversed(), newest.data)
    const times = newest.data.map(({ written_at }) => written_at.getTime())
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    )
  })

  it('has only notes of the account, also without row-level security', async () => {
    for (const query of [{}, { campaign_id: largeCampaign }, { campaign_id: smallCampaign }]) {
      const seen = await app.run(ALL_ACCOUNTS, (ctx) =>
        giftLists.browseThankYouNotes({ ...ctx, account_id: account.id }, query, firstPage),
      )
      assert.deepEqual(seen, await browse(query, firstPage))
      const ofAccount = `GR-${account.id.slice(-4)}`
      assert.ok(seen.data.every(({ reference }) => reference.startsWith(ofAccount)))
    }
  })
})
