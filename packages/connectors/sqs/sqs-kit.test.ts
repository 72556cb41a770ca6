import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { testConnector } from '#test/connector-kit'
import { createEvent, type DestinationOptions, testDestination } from '#test/destination-kit'
import { type AwsReply, type AwsStub, awsKey, awsRegion, startAwsStub } from '#test/fake-aws'
import { PublishFailure } from '#webhooks'
import { sqs } from './index.ts'

testConnector(sqs)

const secrets = [awsKey.secret_access_key, awsKey.session_token]
const toValues =
  (queue: string) =>
  ({ port, isWrongPassword, isUnrouted }: DestinationOptions) => ({
    queue_url: `http://127.0.0.1:${port}/123456789012/${isUnrouted ? 'missing' : queue}`,
    region: awsRegion,
    ...awsKey,
    ...(isWrongPassword && { secret_access_key: 'wrong password' }),
  })

for (const queue of ['gifts', 'gifts.fifo'])
  testDestination(
    `Amazon SQS, ${queue}`,
    {
      open: (options) => sqs.open(toValues(queue)(options), options.outbound),
      test: (options) => sqs.test(toValues(queue)(options), options.outbound),
      secrets,
      start: startAwsStub,
      storesDoubles: queue === 'gifts',
      hasRoutes: true,
    },
    { before, after },
  )

let stub: AwsStub
before(async () => {
  stub = await startAwsStub()
})
after(() => stub.close())

const outbound = { allowPrivate: true }

async function publish(values: object = {}, event = createEvent(), timeoutMs = 5_000) {
  const publisher = sqs.open(
    { ...toValues('gifts')({ port: stub.port, outbound }), ...values },
    outbound,
  )
  const failure = await publisher.publish(event, timeoutMs).then(
    () => undefined,
    (error: unknown) => error,
  )
  publisher.close()
  if (failure === undefined) return 'stored'
  assert.ok(failure instanceof PublishFailure, String(failure))
  for (const secret of secrets) assert.ok(!failure.message.includes(secret), failure.message)
  return `${failure.code}: ${failure.detail ?? ''}`
}

/** What a service responds with, and what the attempt says. */
// biome-ignore format: read down the columns
const replies: Readonly<Record<string, readonly [AwsReply, RegExp]>> = {
  'no id of a message': [{ status: 200, body: '{"MD5OfMessageBody":"x"}' }, /^bad_response: .* no id/],
  'another text': [{ status: 200, body: '{"MessageId":"1","MD5OfMessageBody":"x"}' }, /^bad_response: .* another text/],
  'no JSON': [{ status: 200, body: '<html>' }, /^bad_response/],
  'null': [{ status: 200, body: 'null' }, /^bad_response/],
  'a redirect': [{ status: 307, body: '', headers: { location: 'http://169.254.169.254/' } }, /^not_accepted: http_307/],
  'a throttle': [{ status: 400, body: '{"__type":"com.amazon.coral.availability#ThrottlingException","message":"Rate exceeded"}' }, /^not_accepted: Throttling: Rate exceeded/],
  'an error with a header alone': [{ status: 400, body: '', headers: { 'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender' } }, /^not_routed/],
  'a missing permission': [{ status: 403, body: '{"__type":"AccessDeniedException","Message":"no sqs:SendMessage"}' }, /^not_accepted: AccessDenied: no sqs:SendMessage/],
  'an expired token': [{ status: 403, body: '{"__type":"ExpiredToken"}' }, /^sign_in_refused: .*expired/],
  'its credentials': [{ status: 500, body: `{"__type":"Odd","message":"${awsKey.session_token} ${awsKey.secret_access_key}"}` }, /^not_accepted: Odd: … …/],
  'a large response': [{ status: 200, body: 'x'.repeat(100_000) }, /^bad_response/],
  'a lost answer': ['loses the answer', /^connect_failed|^reset/],
  'two answers': ['answers twice', /^$/],
}

for (const [name, [reply, expected]] of Object.entries(replies))
  it(`reads a service that responds with ${name}`, async () => {
    stub.reply = () => reply
    const result = await publish()
    stub.reply = () => undefined
    assert.match(result === 'stored' ? '' : result, expected)
  })

it('ends an attempt whose service never responds', async () => {
  stub.reply = () => 'hangs'
  const result = await publish({}, createEvent(), 300)
  stub.reply = () => undefined
  assert.equal(result, 'response_timeout: ')
})

it('says that a clock is wrong, and by how much', async () => {
  stub.skewMs = 20 * 60_000
  const behind = await publish()
  stub.skewMs = -20 * 60_000
  const ahead = await publish()
  stub.skewMs = 0
  assert.match(behind, /^sign_in_refused: .* 20 minutes behind that of AWS/)
  assert.match(ahead, /^sign_in_refused: .* 20 minutes ahead of that of AWS/)
})

it('names a region that is not that of the queue, an unknown key and an expired token', async () => {
  assert.match(await publish({ region: 'us-east-1' }), /^sign_in_refused: .*region/)
  assert.match(await publish({ access_id: 'AKIA0' }), /^sign_in_refused: .*does not know/)
  assert.match(await publish({ session_token: 'old' }), /^sign_in_refused: .*expired/)
  assert.equal(await publish({ session_token: '' }), 'stored')
})

it('groups the events of a gift in a FIFO queue, also with an unusual subject', async () => {
  const queue_url = `http://127.0.0.1:${stub.port}/123456789012/gifts.fifo`
  const event = createEvent()
  for (const subject of ['gift 日本', 'x'.repeat(300), undefined]) {
    const { subject: _, ...attributes } = event.attributes
    const changed = { ...attributes, ...(subject !== undefined && { subject }) }
    assert.equal(await publish({ queue_url }, { ...event, attributes: changed }), 'stored')
  }
  const groups = stub.requests.slice(-3).map(({ body }) => body.MessageGroupId)
  assert.deepEqual(groups, ['gift---', 'x'.repeat(128), event.attributes.id])
})

it('sends characters that SQS would replace as escapes of the same text', async () => {
  const name = 'Zoë \uffff\ufffe'
  const event = { ...createEvent(), data: Buffer.from(JSON.stringify({ id: 'g', name })) }
  assert.equal(await publish({}, event), 'stored')
  const text = String(stub.requests.at(-1)?.body.MessageBody)
  assert.doesNotMatch(text, /[\ufffe\uffff]/)
  assert.equal(JSON.parse(text).data.name, name)
})
