import * as connections from '#connections'
import { nats } from '#connectors/nats'
import { rabbitmq } from '#connectors/rabbitmq'
import { redis } from '#connectors/redis'
import { inTransaction } from '#platform/postgres/database'
import { brokerUser, hasNats, hasRabbitMq, hasRedis } from '#test/brokers'
import {
  type ReceivingBroker,
  startReceivingNats,
  startReceivingRabbitMq,
  startReceivingRedis,
} from '#test/receiving-brokers'
import { openProcessDatabase } from '#test/test-database'
import * as webhooks from '#webhooks'
import { type BrokerProxy, startBrokerProxy } from './broker-proxy.ts'
import { connectAsSuperuser } from './reconcile.ts'
import type { TestDeployment } from './test-deployment.ts'

/** A broker to which an endpoint of the account publishes all events, through a proxy. */
export interface ChaosBroker {
  name: string
  server: ReceivingBroker
  proxy: BrokerProxy
}

interface BrokerKind {
  connector: webhooks.DestinationConnector
  isInstalled: boolean
  start(): Promise<ReceivingBroker>
  settings: object
}

const kinds: readonly BrokerKind[] = [
  {
    connector: nats,
    isInstalled: hasNats,
    start: startReceivingNats,
    settings: { ...brokerUser, subject: 'bestow.{type}' },
  },
  {
    connector: redis,
    isInstalled: hasRedis,
    start: startReceivingRedis,
    settings: { password: brokerUser.password, stream: 'bestow' },
  },
  {
    connector: rabbitmq,
    isInstalled: hasRabbitMq,
    start: () => startReceivingRabbitMq('bestow'),
    settings: { ...brokerUser, exchange: '', routing: 'bestow' },
  },
]

/** Returns the Debian packages that are missing. */
export const findMissingBrokers = (): string[] =>
  kinds.flatMap(({ isInstalled, connector: { kind } }) => (isInstalled ? [] : [`${kind}-server`]))

/** Starts a broker of each kind, and adds an endpoint that publishes to it. */
export async function startBrokers(deployment: TestDeployment): Promise<ChaosBroker[]> {
  const { env, account_id } = deployment
  const db = openProcessDatabase({
    url: env.BESTOW_DATABASE_URL ?? '',
    key: env.BESTOW_SECRET_KEY ?? '',
    maxConnections: 2,
    name: 'chaos brokers',
  })
  const outbound = { allowPrivate: true }
  const registry = connections.createRegistry(
    kinds.map(({ connector }) => connector),
    { outbound },
  )
  const owner = { account_id, tier: 'enterprise' } as const
  const brokers: ChaosBroker[] = []
  for (const { connector, start, settings } of kinds) {
    const server = await start()
    const proxy = await startBrokerProxy(server.port)
    const address = { host: '127.0.0.1', port: proxy.port, security: 'none' }
    const input = {
      kind: connector.kind,
      name: connector.kind,
      settings: { ...address, ...settings },
    }
    await inTransaction(db, account_id, async (ctx) => {
      const { id: connection_id } = await connections.create(ctx, input, registry)
      await webhooks.endpointCommands.createPublishing(ctx, owner, { connection_id }, registry)
    })
    brokers.push({ name: connector.kind, server, proxy })
  }
  await db.pool.end()
  return brokers
}

export async function closeBrokers(brokers: readonly ChaosBroker[]): Promise<void> {
  for (const { proxy, server } of brokers) {
    proxy.close()
    await server.close()
  }
}

/** What a broker has, compared with the state transitions of the gift requests. */
export interface BrokerCounts {
  name: string
  emitted: number
  events: number
  duplicates: number
  lost: number
  invented: number
  /** The events that arrived with two different bodies. */
  altered: number
}

export async function countReceived(
  deployment: TestDeployment,
  { name, server }: ChaosBroker,
): Promise<BrokerCounts> {
  const outstanding = await listEmitted(deployment)
  const emitted = outstanding.size
  const bodies = new Map<string, string>()
  const counts = { name, emitted, duplicates: 0, invented: 0, altered: 0 }
  for (const { id, type, body } of await server.received()) {
    const first = bodies.get(id)
    if (first !== undefined) {
      counts.duplicates += 1
      if (first !== body) counts.altered += 1
      continue
    }
    bodies.set(id, body)
    const gift = (JSON.parse(body) as { id: string }).id
    if (!outstanding.delete(`${gift} ${type}`)) counts.invented += 1
  }
  return { ...counts, events: bodies.size, lost: outstanding.size }
}

async function listEmitted({ attach, account_id }: TestDeployment): Promise<Set<string>> {
  const database = await attach()
  const client = await connectAsSuperuser(database.superuserUrl)
  const { rows } = await client.query<{ key: string }>(
    `select gift_request_id || ' ' || type as key
       from gifting.state_transition, unnest(events) type where account_id = $1`,
    [account_id],
  )
  await client.end()
  await database.detach()
  return new Set(rows.map(({ key }) => key))
}
