import assert from 'node:assert/strict'
import type { TestResult } from '#connections'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { TIMED_OUT, withDeadline } from '#platform/lib/deadline'
import { type CloudEvent, type EventPublisher, PublishFailure } from '#webhooks'
import { type Check, createKit } from './conformance-kit.ts'
import { eventually } from './eventually.ts'
import { flood, startHostile } from './hostile-server.ts'
import type { ReceivedEvent } from './receiving-brokers.ts'

/*
 * The conformance kit of the port `destination`. It attacks each guarantee of docs/connectors/destinations.md: with the
 * broker itself, and with servers that are silent, close, send without end, or send something else.
 */

export interface DestinationOptions {
  /** The port of a server on this machine. */
  port: number
  outbound: OutboundRules
  /** Whether to sign in with a wrong password. */
  isWrongPassword?: boolean
  /** Whether to publish to a place from which nothing receives. */
  isUnrouted?: boolean
}

/** A broker that runs. */
export interface Broker {
  port: number
  received(): Promise<ReceivedEvent[]>
  /** Kills the broker, and starts it again on the same port with what it had stored. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface DestinationSubject {
  open(options: DestinationOptions): EventPublisher
  test(options: DestinationOptions): Promise<TestResult>
  /** Credentials, which no result may contain. */
  secrets: readonly string[]
  /** Creates the event that is sent to hostile servers. Default: one for every broker. */
  createEvent?: () => CloudEvent
  /** Starts the broker of all checks, without received events. Absent if it is not installed: the others still run. */
  start?: (() => Promise<Broker>) | undefined
  /** Whether the broker stores a second event with the same id. */
  storesDoubles: boolean
  /** Whether the broker can have places from which nothing receives. */
  hasRoutes: boolean
  /** The longest time until the first event after a restart. One minute by default. */
  recoveryMs?: number
}

const allowed = { allowPrivate: true } as const
const timeoutMs = 10_000
let count = 0

/** Creates an event whose body has characters that an encoding could change. */
export function createEvent(): CloudEvent {
  count += 1
  const id = `0198d3a4-0000-7000-8000-${String(count).padStart(12, '0')}`
  const data = Buffer.from(`{"id":"gift ${count}",  "name":"Zoë “Ada” 👋", "amount":10.00}`)
  return {
    attributes: {
      specversion: '1.0',
      id,
      source: 'https://gifts.example.com/accounts/a1',
      type: 'gift_request_created',
      datacontenttype: 'application/json',
      time: '2026-05-01T10:00:00.000Z',
      subject: `gift ${count}`,
      payloadversion: '2026-05',
    },
    data,
  }
}

interface Context extends DestinationSubject {
  broker: Broker
}

async function getFailure(promise: Promise<unknown>): Promise<PublishFailure | Error> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Error, 'the event was not refused')
  return error
}

const brokerChecks: readonly Check<Context>[] = [
  {
    name: 'publishes an event with its attributes and exact bytes',
    async run({ open, broker }) {
      const publisher = open({ port: broker.port, outbound: allowed })
      const event = createEvent()
      await publisher.publish(event, timeoutMs)
      publisher.close()
      const { id, type, source } = event.attributes
      const found = (await broker.received()).filter((each) => each.id === id)
      assert.deepEqual(found, [{ id, type, source, body: event.data.toString('utf8') }])
    },
  },
  {
    name: 'publishes at the same time, each event once',
    async run({ open, broker }) {
      const publisher = open({ port: broker.port, outbound: allowed })
      const events = Array.from({ length: 100 }, createEvent)
      await Promise.all(events.map((event) => publisher.publish(event, timeoutMs)))
      publisher.close()
      const ids = (await broker.received()).map(({ id }) => id)
      for (const { attributes } of events)
        assert.equal(ids.filter((id) => id === attributes.id).length, 1)
    },
  },
  {
    name: 'confirms an event again',
    async run({ open, broker, storesDoubles }) {
      const publisher = open({ port: broker.port, outbound: allowed })
      const event = createEvent()
      await publisher.publish(event, timeoutMs)
      await publisher.publish(event, timeoutMs)
      publisher.close()
      const found = (await broker.received()).filter(({ id }) => id === event.attributes.id)
      assert.equal(found.length, storesDoubles ? 2 : 1)
    },
  },
  {
    name: 'refuses an event that nothing receives, and says so',
    async run({ open, test, broker, hasRoutes }) {
      if (!hasRoutes) return
      const options = { port: broker.port, outbound: allowed, isUnrouted: true }
      const publisher = open(options)
      const failure = await getFailure(publisher.publish(createEvent(), timeoutMs))
      publisher.close()
      assert.ok(failure instanceof PublishFailure, failure.message)
      assert.equal(failure.code, 'not_routed', failure.message)
      assert.equal((await test(options)).ok, false)
    },
  },
  {
    name: 'names a refused sign-in, without the credentials',
    async run({ open, test, broker, secrets }) {
      const options = { port: broker.port, outbound: allowed, isWrongPassword: true }
      const publisher = open(options)
      const failure = await getFailure(publisher.publish(createEvent(), timeoutMs))
      publisher.close()
      assert.ok(failure instanceof PublishFailure, failure.message)
      assert.equal(failure.code, 'sign_in_refused', failure.message)
      const result = await test(options)
      assert.equal(result.ok, false)
      for (const text of [failure.message, JSON.stringify(result)])
        for (const secret of [...secrets, 'wrong password']) assert.ok(!text.includes(secret), text)
    },
  },
  {
    name: 'connects again after the broker was killed',
    async run({ open, broker, recoveryMs = 60_000 }) {
      const publisher = open({ port: broker.port, outbound: allowed })
      await publisher.publish(createEvent(), timeoutMs)
      await broker.restart()
      const event = createEvent()
      const publishes = () =>
        publisher.publish(event, timeoutMs).then(
          () => true,
          () => false,
        )
      await eventually(publishes, { timeoutMs: recoveryMs })
      publisher.close()
      const ids = (await broker.received()).map(({ id }) => id)
      assert.ok(ids.includes(event.attributes.id))
    },
  },
  {
    name: 'tests a connection without publishing, and says what it tried',
    async run({ test, broker, secrets }) {
      const before = (await broker.received()).length
      const result = await test({ port: broker.port, outbound: allowed })
      assert.ok(result.ok, JSON.stringify(result))
      assert.match(result.tried, /127\.0\.0\.1|localhost/)
      assert.notEqual(result.answer, '')
      for (const secret of secrets) assert.ok(!JSON.stringify(result).includes(secret))
      assert.equal((await broker.received()).length, before)
    },
  },
]

const brokerKit = createKit<Context, Context>(brokerChecks, async (context, run) => run(context))

const hostile: Readonly<Record<string, Parameters<typeof startHostile>[0]>> = {
  'closes at once': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'speaks another protocol': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'sends zeros without end': flood('\0'),
  'sends lines without end': flood('+OK\r\n'),
  'sends one line without end': flood('INFO {"server_id":"x'),
}

interface HostileContext extends DestinationSubject {
  start: undefined
}

const hostileChecks: readonly Check<HostileContext>[] = [
  ...Object.entries(hostile).map(
    ([name, onConnection]): Check<HostileContext> => ({
      name: `survives a server that ${name}`,
      async run({ open, test, createEvent: create = createEvent }) {
        const server = await startHostile(onConnection)
        const options = { port: server.port, outbound: allowed }
        const publisher = open(options)
        const publishing = publisher.publish(create(), 3_000)
        const giveUp = setTimeout(() => publisher.close(), 6_000)
        try {
          await getFailure(publishing)
          publisher.close()
          assert.equal((await test(options)).ok, false)
          await eventually(() => server.open() === 0)
          // The system buffers some of it: the limit is what the connector reads, 1 MB of each of two connections.
          assert.ok(server.sentBytes() < 32 * 1024 * 1024, `${server.sentBytes()} bytes`)
        } finally {
          clearTimeout(giveUp)
          server.close()
        }
      },
    }),
  ),
  {
    name: 'ends its connection when it is closed, also to a silent server',
    async run({ open, createEvent: create = createEvent }) {
      const server = await startHostile(() => {})
      const publisher = open({ port: server.port, outbound: allowed })
      const failure = getFailure(publisher.publish(create(), 60_000))
      await eventually(() => server.connections() > 0)
      publisher.close()
      const result = await withDeadline(performance.now() + 10_000, failure)
      if (result === TIMED_OUT) server.close()
      assert.notEqual(result, TIMED_OUT)
      await eventually(() => server.open() === 0)
      server.close()
    },
  },
  {
    name: 'reaches no private address without permission',
    async run({ open, test, createEvent: create = createEvent }) {
      const server = await startHostile(() => {})
      const options = { port: server.port, outbound: { allowPrivate: false } }
      const publisher = open(options)
      const failure = await getFailure(publisher.publish(create(), 2_000))
      publisher.close()
      const { answer } = await test(options)
      const count = server.connections()
      server.close()
      assert.match(failure.message, /address_refused/)
      assert.match(answer, /address_refused/)
      assert.equal(count, 0)
    },
  },
]

const hostileKit = createKit<DestinationSubject, HostileContext>(
  hostileChecks,
  async (subject, run) => run({ ...subject, start: undefined }),
)

/** Registers the checks with hostile servers, and those with the broker if it is installed. */
export function testDestination(
  name: string,
  subject: DestinationSubject,
  { before, after }: { before: (run: () => Promise<void>) => void; after: typeof before },
): void {
  hostileKit.test(`${name}, hostile servers`, subject)
  const { start } = subject
  if (start === undefined) return
  const context = { ...subject } as Context
  before(async () => {
    context.broker = await start()
  })
  after(async () => context.broker.close())
  brokerKit.test(name, context)
}

/** Returns whether a destination fails a check: with hostile servers, or with its broker. */
export async function failsDestinationCheck(
  subject: DestinationSubject,
  name: string,
): Promise<boolean> {
  if (hostileChecks.some((check) => check.name === name)) return hostileKit.fails(subject, name)
  const broker = await subject.start?.()
  if (broker === undefined) throw new Error('the checks with a broker need one')
  const isFailed = await brokerKit.fails({ ...subject, broker }, name)
  await broker.close()
  return isFailed
}
