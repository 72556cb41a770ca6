import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { testConnector } from '#test/connector-kit'
import { createEvent, type DestinationOptions, testDestination } from '#test/destination-kit'
import { type AwsReply, type AwsStub, awsKey, awsRegion, startAwsStub } from '#test/fake-aws'
import { PublishFailure } from '#webhooks'
import { eventbridge } from './index.ts'

testConnector(eventbridge)

const secrets = [awsKey.secret_access_key, awsKey.session_token]
const outbound = { allowPrivate: true }
const toValues = ({ port, isWrongPassword, isUnrouted }: DestinationOptions) => ({
  endpoint: `http://127.0.0.1:${port}`,
  event_bus: isUnrouted ? 'missing' : 'gifts',
  region: awsRegion,
  ...awsKey,
  ...(isWrongPassword && { secret_access_key: 'wrong password' }),
})

testDestination(
  'Amazon EventBridge',
  {
    open: (options) => eventbridge.open(toValues(options), options.outbound),
    test: (options) => eventbridge.test(toValues(options), options.outbound),
    secrets,
    start: startAwsStub,
    storesDoubles: true,
    hasRoutes: false, // EventBridge confirms events for a bus that does not exist
  },
  { before, after },
)

let stub: AwsStub
before(async () => {
  stub = await startAwsStub()
})
after(() => stub.close())

async function publish(event = createEvent()) {
  const publisher = eventbridge.open(toValues({ port: stub.port, outbound }), outbound)
  const failure = await publisher.publish(event, 5_000).then(
    () => undefined,
    (error: unknown) => error,
  )
  publisher.close()
  if (failure === undefined) return 'stored'
  assert.ok(failure instanceof PublishFailure, String(failure))
  for (const secret of secrets) assert.ok(!failure.message.includes(secret), failure.message)
  return `${failure.code}: ${failure.detail ?? ''}`
}

const ok = (body: object): AwsReply => ({ status: 200, body: JSON.stringify(body) })

/** What the service responds with the status 200, and what the attempt says. */
// biome-ignore format: read down the columns
const replies: Readonly<Record<string, readonly [AwsReply, RegExp]>> = {
  'an entry that has failed': [ok({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure', ErrorMessage: `no ${awsKey.session_token}` }] }), /^not_accepted: InternalFailure: no …$/],
  'a failed entry that it does not count': [ok({ FailedEntryCount: 0, Entries: [{ ErrorCode: 'ThrottlingException' }] }), /^not_accepted: ThrottlingException$/],
  'a count without an entry': [ok({ FailedEntryCount: 1, Entries: [{ EventId: 'e' }] }), /^bad_response/],
  'no entries': [ok({ FailedEntryCount: 0, Entries: [] }), /^bad_response/],
  'two entries': [ok({ FailedEntryCount: 0, Entries: [{ EventId: 'a' }, { EventId: 'b' }] }), /^bad_response/],
  'a list that is none': [ok({ FailedEntryCount: 0, Entries: 'x' }), /^bad_response/],
  'an empty object': [ok({}), /^bad_response/],
}

for (const [name, [reply, expected]] of Object.entries(replies))
  it(`reads a service that responds with ${name}`, async () => {
    stub.reply = () => reply
    const result = await publish()
    stub.reply = () => undefined
    assert.match(result, expected)
  })

it('names the event, its time and its bus for rules', async () => {
  const event = createEvent()
  assert.equal(await publish(event), 'stored')
  const { body } = stub.requests.at(-1) ?? assert.fail('no request')
  const [{ Detail, ...others }] = body.Entries as [Record<string, unknown>]
  assert.deepEqual(others, {
    EventBusName: 'gifts',
    Source: 'bestow',
    DetailType: 'gift_request_created',
    Time: Date.parse('2026-05-01T10:00:00.000Z') / 1_000,
  })
  assert.equal(JSON.parse(String(Detail)).subject, event.attributes.subject)
})

it('finds in its test that the bus does not exist, or that the response is about another one', async () => {
  const options = { port: stub.port, outbound }
  const missing = await eventbridge.test(toValues({ ...options, isUnrouted: true }), outbound)
  assert.equal(missing.ok, false)
  assert.match(missing.answer, /missing does not exist/)
  stub.reply = () => ok({ Name: 'default' })
  const other = await eventbridge.test(toValues(options), outbound)
  stub.reply = () => undefined
  assert.deepEqual([other.ok, other.answer], [false, 'the response is about another event bus'])
})

it('shows where events go, in each partition', () => {
  const addressOf = (region: string, event_bus = 'default') =>
    eventbridge.addressOf({ region, event_bus, endpoint: '' })
  assert.equal(addressOf('eu-central-1'), 'https://events.eu-central-1.amazonaws.com/#default')
  assert.equal(addressOf('cn-north-1'), 'https://events.cn-north-1.amazonaws.com.cn/#default')
})
