import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createWebhookHarness, eventInput, type WebhookHarness } from '#test/webhook-harness'
import * as webhooks from '../index.ts'

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const inAllAccounts = <T>(fn: (ctx: TxContext) => Promise<T>) =>
  inTransaction(harness.db, ALL_ACCOUNTS, fn)

it('creates partitions ahead of time, and drops old ones that no delivery needs', async () => {
  const { endpoint } = await harness.createEndpoint({ url: 'http://127.0.0.1:9/' })
  const event_id = '01960000-0000-7000-8000-00000000000a' // in April 2025
  const undeliveredEventId = '01967000-0000-7000-8000-00000000000a' // three weeks later
  await inTransaction(harness.db, harness.account_id, async (ctx) => {
    webhooks.record(ctx, { ...eventInput(harness.account_id), event_id })
  })
  await inTransaction(harness.db, harness.account_id, async (ctx) => {
    await webhooks.disableEndpoint(ctx, endpoint.id)
    webhooks.record(ctx, { ...eventInput(harness.account_id), event_id: undeliveredEventId })
  })
  await inAllAccounts((ctx) => ctx.query(`select webhooks.create_partitions('2025-04-07', 5)`))
  const dropExpired = () =>
    Promise.all(
      webhooks.partitionedTables.map((table) =>
        inAllAccounts((ctx) => webhooks.dropExpiredPartitions(ctx, table)),
      ),
    )
  const dropped = (await dropExpired()).flat()
  assert.ok(!dropped.includes('event_body_2025w14'), 'a parked delivery needs its body')
  assert.ok(dropped.includes('event_body_2025w17') && dropped.includes('event_2025w17'))
  await inAllAccounts((ctx) => webhooks.deleteEndpoint(ctx, endpoint.id))
  assert.ok((await dropExpired()).flat().includes('event_body_2025w14'))
  assert.equal(
    await inAllAccounts((ctx) => webhooks.createPartitions(ctx)),
    0,
    'the partitions of this week and the next four exist',
  )
})
