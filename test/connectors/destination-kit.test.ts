import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { it } from 'node:test'
import type { TestResult } from '#connections'
import {
  type DestinationOptions,
  type DestinationSubject,
  failsDestinationCheck,
} from '#test/destination-kit'
import { awsKey, awsRegion, startAwsStub } from '#test/fake-aws'
import { type EventPublisher, PublishFailure } from '#webhooks'
import { sqs } from '../../packages/connectors/sqs/index.ts'

/* The conformance kit finds each defect that is planted into a correct destination. */

type Plant = (correct: DestinationSubject) => Partial<DestinationSubject>

const toValues = ({ port, isWrongPassword, isUnrouted }: DestinationOptions) => ({
  queue_url: `http://127.0.0.1:${port}/123456789012/${isUnrouted ? 'missing' : 'gifts.fifo'}`,
  region: awsRegion,
  ...awsKey,
  ...(isWrongPassword && { secret_access_key: 'wrong password' }),
})

const correct: DestinationSubject = {
  open: (options) => sqs.open(toValues(options), options.outbound),
  test: (options) => sqs.test(toValues(options), options.outbound),
  secrets: [awsKey.secret_access_key, awsKey.session_token],
  start: startAwsStub,
  storesDoubles: false,
  hasRoutes: true,
  recoveryMs: 2_000,
}

type Publish = EventPublisher['publish']

/** Changes how an event is published. `publish` is that of the correct publisher, which also gets its options. */
const publishing =
  (change: (publish: Publish, options: DestinationOptions) => Publish): Plant =>
  ({ open }) => ({
    open(options) {
      const { publish, close } = open(options)
      return { close, publish: change(publish, options) }
    },
  })

const failing = (toFailure: (failure: PublishFailure) => Error) =>
  publishing((publish) => async (event, timeoutMs) => {
    await publish(event, timeoutMs).catch((error: PublishFailure) => {
      throw toFailure(error)
    })
  })

const testing =
  (change: (result: TestResult) => TestResult): Plant =>
  ({ test }) => ({ test: async (options) => change(await test(options)) })

/** Reads all that a server sends, and ends only when it is closed. */
const readsWithoutLimit: Plant = () => ({
  open({ port }) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}).resume()
    return {
      async publish() {
        await once(socket, 'close')
        throw new PublishFailure('reset')
      },
      close: () => void socket.destroy(),
    }
  },
  test: async () => ({ ok: false, tried: 'nothing', answer: 'nothing' }),
})

const exact = 'publishes an event with its attributes and exact bytes'
const closesAtOnce = 'survives a server that closes at once'
const together = 'publishes at the same time, each event once'
const refused = 'names a refused sign-in, without the credentials'
const unrouted = 'refuses an event that nothing receives, and says so'
const harmless = 'tests a connection without publishing, and says what it tried'

/** The defects: the check that finds it, and what it does to a destination. */
// biome-ignore format: read down the columns
const defects: Readonly<Record<string, readonly [check: string, plant: Plant]>> = {
  'confirms what it has not sent': [exact, publishing(() => async () => {})],
  'confirms what was not confirmed': [closesAtOnce,
    publishing((publish) => (event, timeoutMs) => publish(event, timeoutMs).catch(() => {}))],
  'formats the body again': [exact, publishing((publish) => ({ data, ...event }, timeoutMs) =>
    publish({ ...event, data: Buffer.from(JSON.stringify(JSON.parse(data.toString()))) }, timeoutMs))],
  'reads the body as Latin 1': [exact, publishing((publish) => ({ data, ...event }, timeoutMs) =>
    publish({ ...event, data: Buffer.from(data.toString('latin1')) }, timeoutMs))],
  'has a source of its own': [exact, publishing((publish) => ({ data, attributes }, timeoutMs) =>
    publish({ data, attributes: { ...attributes, source: 'bestow' } }, timeoutMs))],
  'has a new id for each attempt': ['confirms an event again', publishing((publish) => ({ data, attributes }, timeoutMs) =>
    publish({ data, attributes: { ...attributes, id: randomUUID() } }, timeoutMs))],
  'loses events that overlap': [together, publishing((publish) => {
    let open = 0
    return async (event, timeoutMs) => {
      open += 1
      if (open <= 50) await publish(event, timeoutMs)
      open -= 1
    }
  })],
  'does not look where an event went': [unrouted, publishing((publish) => (event, timeoutMs) =>
    publish(event, timeoutMs).catch((error: PublishFailure) => { if (error.code !== 'not_routed') throw error }))],
  'has one error for everything': [unrouted, failing(() => new PublishFailure('not_accepted'))],
  'does not say that the sign-in was refused': [refused, failing(({ message }) => new Error(message))],
  'shows its credentials': [refused, failing(({ code }) => new PublishFailure(code, awsKey.session_token))],
  'shows its credentials in the test': [refused,
    testing((result) => ({ ...result, answer: `${result.answer} ${awsKey.secret_access_key}` }))],
  'never recovers': ['connects again after the broker was killed', publishing((publish, { port }) => {
    let count = 0
    return (event, timeoutMs) => {
      count += 1
      return count > 1 ? Promise.reject(new PublishFailure('reset', `${port}`)) : publish(event, timeoutMs)
    }
  })],
  'publishes in its test': [harmless, ({ open, test }) => ({
    async test(options) {
      const publisher = open(options)
      await publisher.publish({ attributes: { specversion: '1.0', id: randomUUID(), source: 's', type: 't', datacontenttype: 'application/json', time: '2026-05-01T10:00:00.000Z', payloadversion: '1' }, data: Buffer.from('{}') }, 2_000)
      publisher.close()
      return test(options)
    },
  })],
  'does not say what its test tried': [harmless, testing((result) => ({ ...result, tried: '' }))],
  'says that every test has passed': [closesAtOnce, testing((result) => ({ ...result, ok: true }))],
  'ignores the address rules': ['reaches no private address without permission', ({ open }) => ({
    open: (options) => open({ ...options, outbound: { allowPrivate: true } }),
  })],
  'does not end when it is closed': ['ends its connection when it is closed, also to a silent server', ({ open }) => ({
    open(options) {
      const { publish } = open(options)
      return { publish: (event) => publish(event, 12_000), close() {} }
    },
  })],
  'reads without a limit': ['survives a server that sends zeros without end', readsWithoutLimit],
}

for (const [defect, [check, plant]] of Object.entries(defects))
  it(`finds a destination that ${defect}`, async () => {
    assert.equal(await failsDestinationCheck(correct, check), false)
    assert.ok(await failsDestinationCheck({ ...correct, ...plant(correct) }, check))
  })
