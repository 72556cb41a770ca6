import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import * as connections from '#connections'
import { nats } from '#connectors/nats'
import { inTransaction } from '#platform/postgres/database'
import { type BrokerProcess, brokerUser, hasNats, startNats } from '#test/brokers'
import { createMigratedDatabase } from '#test/throwaway-database'
import { allInState, startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import * as webhooks from '#webhooks'

/* A broker that is killed while events are published: none is lost. */

const registry = connections.createRegistry([nats], { outbound: { allowPrivate: true } })
let harness: WebhookHarness
let broker: BrokerProcess
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
  if (hasNats) broker = await startNats()
})
after(async () => {
  await broker?.close()
  await harness.close()
})

const run = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, harness.account_id, fn)

async function useStream<T>(
  use: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>,
): Promise<T> {
  const { user, password: pass } = brokerUser
  const connection = await connect({ port: broker.port, user, pass })
  const result = await use(await jetstreamManager(connection))
  await connection.close()
  return result
}

it('loses no event while the broker is killed and starts again', { skip: !hasNats }, async () => {
  await useStream((manager) => manager.streams.add({ name: 'GIFTS', subjects: ['bestow.>'] }))
  const settings = {
    ...{ host: '127.0.0.1', port: broker.port, security: 'none', subject: 'bestow.{type}' },
    ...brokerUser,
  }
  const { id: connection_id } = await run((ctx) =>
    connections.create(ctx, { kind: 'nats', name: 'NATS', settings }, registry),
  )
  const owner = { account_id: harness.account_id, tier: 'enterprise' } as const
  const { id: endpoint_id } = await run((ctx) =>
    webhooks.endpointCommands.createPublishing(ctx, owner, { connection_id }, registry),
  )
  const options = { retryDelaysMs: [500, 2_000, 10_000, 20_000] }
  const engine = startTestEngine(harness.db, options, {}, undefined, registry)
  const count = 300
  for (let sent = 0; sent < count; sent += 1) {
    if (sent === count / 3) await broker.kill()
    if (sent === (2 * count) / 3) await broker.start()
    await harness.recordEvent()
  }
  await waitForDeliveries(
    harness.db,
    { endpoint_id },
    (all) => all.length === count && allInState('delivered')(all),
    120_000,
  )
  await engine.stop()
  const { state } = await useStream((manager) => manager.streams.info('GIFTS'))
  assert.equal(state.messages, count, 'each event is in the stream once')
})
