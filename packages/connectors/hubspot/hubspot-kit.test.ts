import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import fc from 'fast-check'
import { testConnector } from '#test/connector-kit'
import { type DestinationOptions, testDestination } from '#test/destination-kit'
import {
  type HubSpotMood,
  type HubSpotStub,
  hubSpotToken,
  startHubSpotStub,
} from '#test/fake-hubspot'
import { type CloudEvent, PublishFailure } from '#webhooks'
import { hubspot } from './index.ts'

testConnector(hubspot)

const outbound = { allowPrivate: true }
const ada = 'ada@larkin.example.io'

interface EventInput {
  gift?: number
  status?: string
  /** The minute in which it happened. */
  at?: number
  email?: string
  isJsonApi?: boolean
}

const timeOf = (minute: number) => new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString()

/** Creates an event of a gift, which was created in the minute of its number. */
function createGiftEvent({
  gift = 1,
  status = 'submitted',
  at = gift,
  email = ada,
  isJsonApi,
}: EventInput = {}) {
  const id = `019de370-4ac0-74e2-8f3a-${String(gift).padStart(12, '0')}`
  const attributes = {
    reference: `GR-${gift}`,
    status,
    campaign: { name: 'Spring' },
    web_url: `https://gifts.example.com/gift-requests/${id}`,
    recipient: { email, first_name: 'Ada', last_name: 'Larkin' },
    created_at: timeOf(gift),
  }
  const body = isJsonApi ? { data: { id, attributes } } : { id, ...attributes }
  return {
    attributes: { type: 'gift_request_created', time: timeOf(at), id: `event ${gift} ${at}` },
    data: Buffer.from(JSON.stringify(body)),
  } as unknown as CloudEvent
}

const toValues = ({ port }: DestinationOptions, unknown_contacts = 'ignore') => ({
  url: `http://127.0.0.1:${port}`,
  access_token: hubSpotToken,
  unknown_contacts,
})

testDestination(
  'HubSpot',
  {
    open: (options) => hubspot.open(toValues(options), options.outbound),
    test: (options) => hubspot.test(toValues(options), options.outbound),
    secrets: [hubSpotToken],
    createEvent: createGiftEvent,
    storesDoubles: false,
    hasRoutes: false,
  },
  { before, after },
)

let stub: HubSpotStub
before(async () => {
  stub = await startHubSpotStub()
})
after(() => stub.close())
beforeEach(() => {
  stub.contacts.clear()
  stub.contacts.set('1', { email: ada })
  stub.mood = () => undefined
})

const open = (unknown?: string, token = hubSpotToken) =>
  hubspot.open(
    { ...toValues({ port: stub.port, outbound }, unknown), access_token: token },
    outbound,
  )

async function publish(events: CloudEvent[], publisher = open(), timeoutMs = 5_000) {
  const results = []
  for (const event of events)
    results.push(
      await publisher.publish(event, timeoutMs).then(
        () => 'done',
        (error: unknown) => {
          assert.ok(error instanceof PublishFailure, String(error))
          assert.ok(!error.message.includes(hubSpotToken), error.message)
          return `${error.code}: ${error.detail ?? ''}`
        },
      ),
    )
  publisher.close()
  return results.join('\n')
}

it('creates its properties with the first event, and writes the gift to the contact', async () => {
  stub.properties.delete('bestow_gift_status')
  assert.equal(await publish([createGiftEvent({ status: 'delivered', at: 9 })]), 'done')
  assert.ok(stub.groups.has('bestow'))
  const { bestow_gift_ids, ...values } = stub.find(ada) ?? {}
  assert.match(bestow_gift_ids ?? '', /^[0-9a-f]{12}$/)
  assert.deepEqual(values, {
    email: ada,
    bestow_gift_status: 'delivered',
    bestow_gift_campaign: 'Spring',
    bestow_gift_reference: 'GR-1',
    bestow_gift_url: 'https://gifts.example.com/gift-requests/019de370-4ac0-74e2-8f3a-000000000001',
    bestow_gift_created_at: timeOf(1),
    bestow_gift_delivered_at: timeOf(9),
    bestow_gift_count: '1',
    bestow_updated_at: timeOf(9),
  })
})

it('reads every payload version, and writes nothing twice', async () => {
  const event = createGiftEvent({ isJsonApi: true })
  assert.equal(await publish([event, createGiftEvent()]), 'done\ndone')
  assert.equal(stub.find(ada)?.bestow_gift_count, '1')
  const before = stub.requests.length
  await publish([event])
  assert.deepEqual(stub.requests.slice(before), ['POST /objects/contacts/batch/read'])
})

it('ends with the same contact in every order, with events that arrive twice', async () => {
  const events = [
    createGiftEvent({ gift: 1, at: 1 }),
    createGiftEvent({ gift: 1, status: 'redeemed', at: 7 }),
    createGiftEvent({ gift: 1, status: 'delivered', at: 9 }),
    createGiftEvent({ gift: 2, at: 2 }),
    createGiftEvent({ gift: 2, status: 'redeemed', at: 5 }),
    createGiftEvent({ gift: 2, status: 'cancelled', at: 5 }),
  ]
  const orders = fc.shuffledSubarray([...events, ...events], { minLength: 12 })
  await fc.assert(
    fc.asyncProperty(orders, fc.boolean(), async (all, isTogether) => {
      stub.contacts.set('1', { email: ada })
      const publisher = open()
      if (isTogether) await Promise.all(all.map((event) => publisher.publish(event, 20_000)))
      else for (const event of all) await publisher.publish(event, 20_000)
      publisher.close()
      const { bestow_gift_ids, ...values } = stub.find(ada) ?? {}
      assert.equal(bestow_gift_ids?.split(' ').length, 2)
      assert.equal(values.bestow_gift_reference, 'GR-2')
      assert.equal(values.bestow_gift_status, 'cancelled')
      assert.equal(values.bestow_gift_count, '2')
    }),
    { numRuns: 20 },
  )
})

it('writes nothing for a recipient without a contact, unless it shall create one', async () => {
  const event = createGiftEvent({ email: 'Grace@Hopper.example.io' })
  assert.equal(await publish([event]), 'done')
  assert.equal(stub.contacts.size, 1)
  assert.equal(await publish([event, event], open('create')), 'done\ndone')
  const { firstname, bestow_gift_count } = stub.find('grace@hopper.example.io') ?? {}
  assert.deepEqual([stub.contacts.size, firstname, bestow_gift_count], [2, 'Ada', '1'])
})

it('creates one contact from two processes, and no contact from a test event', async () => {
  const event = createGiftEvent({ email: 'new@larkin.example.io' })
  const results = await Promise.all([
    publish([event], open('create')),
    publish([event], open('create')),
  ])
  assert.ok(results.includes('done'))
  assert.equal(stub.contacts.size, 2)
  await publish([createGiftEvent({ email: 'ada@example.com' })], open('create'))
  assert.equal(stub.contacts.size, 2)
})

it('has nothing to write for an event without a gift or an email address', async () => {
  const other = createGiftEvent()
  const attention = { ...other, attributes: { ...other.attributes, type: 'attention.opened' } }
  const before = stub.requests.length
  assert.equal(await publish([attention, createGiftEvent({ email: '' })]), 'done\ndone')
  assert.equal(stub.requests.length, before)
})

const read = 'POST /objects/contacts/batch/read'
const update = 'POST /objects/contacts/batch/update'

/** The request, what HubSpot responds with, and what the attempt says. */
// biome-ignore format: read down the columns
const replies: Readonly<Record<string, readonly [request: string, HubSpotMood, RegExp]>> = {
  'a limit':              [read,   { status: 429, body: { category: 'RATE_LIMITS', message: 'You have reached your secondly limit.' } }, /^not_accepted: http_429: RATE_LIMITS: You have reached/],
  'a missing scope':      [update, { status: 403, body: { category: 'MISSING_SCOPES', message: 'requires crm.objects.contacts.write' } }, /^not_accepted: http_403: MISSING_SCOPES: requires crm/],
  'a failure':            [update, { status: 503, body: null }, /^not_accepted: http_503/],
  'its own token':        [update, { status: 400, body: { message: `Bearer ${hubSpotToken}` } }, /^not_accepted: http_400: Bearer …/],
  'no contacts':          [read,   { status: 200, body: {} }, /^bad_response/],
  'two contacts':         [read,   { status: 200, body: { results: [{ id: '1' }, { id: '2' }] } }, /^bad_response/],
  'a contact without id': [read,   { status: 200, body: { results: [{}] } }, /^bad_response/],
  'a part that failed':   [read,   { status: 207, body: { status: 'COMPLETE', results: [], errors: [{ category: 'RATE_LIMITS' }] } }, /^not_accepted: http_207: RATE_LIMITS/],
  'another contact':      [update, { status: 200, body: { results: [{ id: '2' }] } }, /^bad_response/],
  'a part of it':         [update, { status: 207, body: { results: [] } }, /^bad_response/],
  'a lost answer':        [update, 'loses the answer', /^connect_failed/],
  'nothing':              [read,   'hangs', /^response_timeout/],
}

for (const [name, [request, mood, expected]] of Object.entries(replies))
  it(`fails an attempt to which HubSpot responds with ${name}, and succeeds with the next`, async () => {
    await publish([createGiftEvent({ gift: 9, email: 'x@example.com' })])
    stub.mood = (each) => (each === request ? mood : undefined)
    assert.match(await publish([createGiftEvent()], open(), 400), expected)
    stub.mood = () => undefined
    assert.equal(await publish([createGiftEvent()]), 'done')
    assert.equal(stub.find(ada)?.bestow_gift_count, '1')
  })

it('names the property that it could not create', async () => {
  stub.properties.delete('bestow_gift_url')
  stub.mood = (each) =>
    each === 'POST /properties/contacts'
      ? {
          status: 403,
          body: { category: 'MISSING_SCOPES', message: 'requires crm.schemas.contacts.write' },
        }
      : undefined
  assert.match(
    await publish([createGiftEvent()]),
    /^not_accepted: the property bestow_gift_status is missing .* http_403: MISSING_SCOPES: requires crm\.schemas/,
  )
})

it('names a refused token in events and in the test', async () => {
  assert.match(await publish([createGiftEvent()], open('ignore', 'pat-wrong')), /^sign_in_refused/)
  const result = await hubspot.test(
    { ...toValues({ port: stub.port, outbound }), access_token: 'pat-wrong' },
    outbound,
  )
  assert.equal(result.ok, false)
  assert.match(result.answer, /http_401/)
})

it('tests the token without a change', async () => {
  const before = JSON.stringify([[...stub.contacts], [...stub.properties]])
  const values = toValues({ port: stub.port, outbound })
  assert.match(
    (await hubspot.test(values, outbound)).answer,
    /properties exist|creates the properties/,
  )
  stub.properties.delete('bestow_updated_at')
  assert.match((await hubspot.test(values, outbound)).answer, /first event creates/)
  stub.properties.add('bestow_updated_at')
  assert.equal(JSON.stringify([[...stub.contacts], [...stub.properties]]).length, before.length)
})
