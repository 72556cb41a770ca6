import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as giftLists from '#gift-lists'
import * as oneLinks from '#one-links'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import { pluck } from '#test/pluck'
import { countPlanBuffers, explainQueries, type QueryPlan, vacuum } from '#test/query-plans'
import { createTestDatabase } from '#test/test-database'
import * as webhooks from '#webhooks'

/*
 * The tests of query plans. The cost of first pages and analytics must not grow with the number of rows. The
 * tests limit the buffers that each statement reads, with enough rows that a full scan exceeds the limit.
 */

const app = await createTestDatabase()
after(() => app.close())
const account = await app.newAccount()
const rowCount = 8_000
const accountSql = `'${account.id}'::uuid`
const idSql = (number: string) =>
  `(substr(platform.uuid_floor('2026-01-01'::timestamptz + (${number}) * interval '1 minute')::text, 1, 14)
    || '7000-8000-' || lpad(to_hex((${number})), 12, '0'))::uuid`
const rowSeries = `generate_series(1, ${rowCount}) i`

/** The SQL of the email domains of test rows: one domain is common, one is rare. */
const emailDomainSql = `case when i between 200 and 220 then '@rare.example' else '@example.com' end`

/**
 * The SQL of the test rows. Most gifts are delivered, and come from one campaign, sender and country. The
 * rows that the queries look for are rare and old.
 */
const seedStatements = [
  `insert into gifting.contact (account_id, id, email_key, domain_key, created_at, thank_you_count, digest)
   select ${accountSql}, ${idSql('i')}, 'person' || i || ${emailDomainSql}, substr(${emailDomainSql}, 2), now(), (i = 9)::int,
     sha256(('person' || i || ${emailDomainSql})::bytea) from ${rowSeries}`,
  `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, campaign_id,
     sender_id, sender_name, sender_email, contact_id, email_key, first_name, last_name, email, email_message,
     metadata, search_first, search_last, expires_at, delivered_emitted, created_at, updated_at, country, sent_at, redeemed_at, address)
   select ${accountSql}, ${idSql('i')}, 'GR-' || i, case when i > 9 then 'complete' else 'awaiting_recipient' end,
     case when i > 9 then 'delivered' else 'submitted' end, 1, false, ${idSql('1')}, ${idSql('2')}, 'Ada', 'ada@example.com',
     ${idSql('i')}, 'person' || i || ${emailDomainSql}, 'Anna', 'Smith', 'person' || i || ${emailDomainSql}, '{}',
     '{"order":"SO-' || i || '","shop":"main"}', 'anna', 'smith', now(),
     i > 9, now(), now(), 'US', now(), case when i > 9 then now() + interval '1 hour' end, decode(repeat('ab', 1200), 'hex')
   from ${rowSeries}`,
  `insert into gifting.metadata_value select account_id, v, id from gifting.gift_request
     cross join lateral (values (lower(metadata::json ->> 'order')), ('main')) as m (v)`,
  `insert into gifting.gift_request_variant select ${accountSql}, ${idSql('3')}, id, 'Mug' from gifting.gift_request where status = 'delivered'`,
  `insert into gifting.redemption_session (account_id, gift_request_id, opened_at, declined_at)
   select ${accountSql}, id, now(), case when id = ${idSql('7')} then now() end from gifting.gift_request`,
  `update gifting.gift_request set search_first = 'maria dolores', search_last = 'van der berg',
     search_middle = 'dolores', search_final = 'berg' where id = ${idSql('5')}`,
  `insert into webhooks.endpoint (account_id, id, url, description, events, payload_version, enabled,
     standard_webhooks, config_version, secret, created_at, updated_at)
   values (${accountSql}, ${idSql('4')}, 'https://example.com', '', '{}', '2026-05-01', true, true, 1, '', now(), now())`,
  `insert into webhooks.event select ${accountSql}, ${idSql('i')}, 'gift_request_created', ${idSql('i')}, now() from ${rowSeries}`,
  `insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at, abandoned_at)
   select ${accountSql}, ${idSql('i')}, ${idSql('i')}, 'gift_request_created', ${idSql('4')}, '2026-05-01', now(),
          case when i = 6 then now() end from ${rowSeries}`,
  `insert into webhooks.attempt (account_id, delivery_id, number, outcome, status)
   select ${accountSql}, ${idSql('i')}, 1, case when i = 6 then 'failed' else 'ok' end, case when i = 6 then 500 else 200 end from ${rowSeries}`,
  `insert into access.request_log select ${accountSql}, ${idSql('i')}, now(), ${idSql('i')}, 'POST', '/gift_requests',
     case when i = 6 then 401 else 201 end, 5, null, null, null, null, '{}' from ${rowSeries}`,
  `insert into access.audit_entry (account_id, id, at, actor_kind, action, subject_kind, subject_id, details)
   select ${accountSql}, ${idSql('i')}, now(), 'system', case when i = 6 then 'token.create' else 'gift_request.cancel' end,
          'gift_request', i, '{}' from ${rowSeries}`,
]
const largeTables = [
  'gifting.contact',
  'gifting.gift_request',
  'gifting.gift_request_variant',
  'gifting.redemption_session',
]
  .concat(['gifting.metadata_value'])
  .concat(['webhooks.event', 'webhooks.delivery', 'webhooks.attempt'])
  .concat(['access.request_log', 'access.audit_entry'])

await app.run(ALL_ACCOUNTS, async (ctx) => {
  // a concurrent autovacuum would block the vacuum of the test
  for (const table of largeTables.slice(0, 5))
    await ctx.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await ctx.query('set local synchronous_commit = on') // the vacuum needs flushed commits, as explained at vacuum()
  for (const each of seedStatements) await ctx.query(each)
})
await vacuum(app, largeTables)

const sequentialScans = (plan: QueryPlan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(sequentialScans),
]

/** Runs the queries, and asserts the buffer limit for each statement. Returns the number of statements. */
async function withinBufferLimit(
  maxBuffers: number,
  callback: (ctx: TxContext) => Promise<unknown>,
): Promise<number> {
  let statements = 0
  await explainQueries(app, account.id, callback, (plan, text) => {
    const scanned = sequentialScans(plan).filter((name) =>
      largeTables.some((each) => each.endsWith(`.${name}`)),
    )
    assert.deepEqual(scanned, [], `sequential scan in: ${text}`)
    const buffers = countPlanBuffers(plan)
    assert.ok(buffers <= maxBuffers, `${buffers} buffers read, ${maxBuffers} allowed, by: ${text}`)
    statements += 1
  })
  return statements
}

const page = { limit: 50, order: 'desc' } as const
const unknownId = '019de316-9040-7435-a442-b8c398bf5cbf'

const giftQueries: Record<string, giftLists.AdminGiftQuery> = {
  'no filter': {},
  'a status': { status: 'submitted' },
  'a campaign': { campaign_id: unknownId },
  'a sender': { sender_id: unknownId },
  'a country': { country: 'DE' },
  'direct-send': { mode: 'direct' },
  'a date range': { created_from: new Date('2026-01-01'), created_until: new Date('2026-01-02') },
  delivered: { reached: 'delivered' },
  opened: { reached: 'opened' },
  'a time to redeem': { time_to_redeem: 'longer' },
  'an expiry': { expires_until: new Date('2020-01-01') },
  'a gift': { variant_id: unknownId },
  'a one-link': { one_link_id: unknownId },
  'a first name': { search: 'Maria' },
  'the second word of a first name': { search: 'dolor' },
  'the last word of a last name': { search: 'berg' },
  'several words': { search: 'maria van berg' },
  'a name without matches': { search: 'Xerxes' },
  'a name in all rows': { search: 'anna' },
  'an email address': { search: 'person77@' },
  'a domain': { search: 'rare.example' },
  'a domain in nearly all rows': { search: 'example.com' },
  'a reference without GR-': { search: '7777' },
  'an order number': { search: 'so-77' },
  'a metadata value in all rows': { search: 'main' },
}

describe('the first page reads few buffers', () => {
  for (const [name, query] of Object.entries(giftQueries))
    it(`of gift requests: ${name}`, async () => {
      assert.ok((await withinBufferLimit(700, (ctx) => giftLists.browse(ctx, query, page))) > 0)
    })

  it('of the count by search and by country', async () => {
    await withinBufferLimit(600, (ctx) => giftLists.countMatches(ctx, { search: 'berg' }))
    await withinBufferLimit(600, (ctx) => giftLists.countMatches(ctx, { country: 'DE' }))
  })

  it('of recipients, with filters and search', async () => {
    const queries: giftLists.RecipientQuery[] = [{}, { status: 'thanked' }, { status: 'declined' }]
    for (const search of ['berg', 'xerxes', 'person77@', 'rare.ex']) queries.push({ search })
    for (const query of queries)
      await withinBufferLimit(900, (ctx) => giftLists.browseRecipients(ctx, query, page))
    await app.run(account.id, async (ctx) => {
      ctx.enqueue(
        `insert into mail.bounced_address values ($1, sha256('person8@example.com'), '', now())`,
        [account.id],
      )
    })
    await withinBufferLimit(100, async (ctx) => {
      const { data } = await giftLists.browseRecipients(ctx, { status: 'bounced' }, page)
      assert.deepEqual(pluck(data, 'email', 'is_bounced'), [['person8@example.com', true]])
    })
  })

  it('of campaigns, products, one-links and members', async () => {
    await withinBufferLimit(600, async (ctx) => {
      await campaigns.listForAdmin(ctx, {}, page)
      await catalogue.listProducts(ctx, {}, page)
      await oneLinks.list(ctx, page)
      await accounts.listMembers(ctx)
    })
  })

  it('of events, deliveries, requests and the audit log', async () => {
    await withinBufferLimit(900, async (ctx) => {
      await webhooks.listEvents(ctx, {}, page)
      await webhooks.listEvents(ctx, { subject_id: unknownId }, page)
      for (const filter of [
        {},
        { state: 'abandoned' },
        { state: 'pending' },
        { response_status: '5xx' },
      ] as const)
        await webhooks.listDeliveryLog(ctx, filter, page)
      await webhooks.listDeliveryLog(ctx, { endpoint_id: unknownId }, page)
      for (const filter of [{}, { status: '401' }, { token_id: unknownId }] as const)
        await apiKeys.listRequests(ctx, filter, page)
      for (const filter of [{}, { action: 'token.create' }, { actor_id: unknownId }])
        await audit.listEntries(ctx, filter, page)
    })
  })
})

describe('analytics', () => {
  it('run index-only scans and cap large counts', async () => {
    await withinBufferLimit(300, (ctx) => giftLists.countByStatusCapped(ctx, {}))
    await withinBufferLimit(250, (ctx) => giftLists.funnel(ctx, {}))
    await withinBufferLimit(250, (ctx) => giftLists.funnelsByCampaign(ctx, [unknownId]))
    await withinBufferLimit(250, (ctx) => giftLists.timeToRedeem(ctx, {}))
    await withinBufferLimit(250, (ctx) => giftLists.giftsByCountry(ctx, {}))
    const counts = await app.run(account.id, (ctx) => giftLists.countByStatusCapped(ctx, {}))
    assert.deepEqual([counts.submitted, counts.delivered, counts.capped], [9, 1_000, ['delivered']])
    assert.equal(counts.all, rowCount)
    const common = await app.run(account.id, (ctx) =>
      giftLists.countByStatusCapped(ctx, { country: 'US' }),
    )
    assert.equal(common.capped.length, 7)
  })

  it('return correct numbers', async () => {
    await app.run(account.id, async (ctx) => {
      const sent = {
        sent: rowCount,
        opened: rowCount - 9,
        redeemed: rowCount - 9,
        delivered: rowCount - 9,
      }
      assert.deepEqual(await giftLists.funnel(ctx, {}), sent)
      const time = await giftLists.timeToRedeem(ctx, {})
      assert.deepEqual([time.count, time.median_hours], [rowCount - 9, 1])
      const [top] = await giftLists.topGifts(ctx, {})
      assert.deepEqual([top?.name, top?.count], ['Mug', rowCount - 9])
      const found = await giftLists.browse(ctx, { search: 'berg maria' }, page)
      assert.deepEqual(pluck(found.data, 'reference'), ['GR-5'])
    })
  })
})
