import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as access from '#access'
import { eventTypes } from '#contract'
import * as gifting from '#gifting'
import * as mail from '#mail'
import { sha256 } from '#platform/secrets'
import { aDirectGift, aGift, createWorld } from '#test/api-world'
import { type Dump, dump, tablesWith } from '#test/dump'
import { shipperOf, toldOf } from '#test/parcels'
import { openShop, redeem } from '#test/shop'
import * as webhooks from '#webhooks'
import * as privacy from './index.ts'

const world = await createWorld()
const shipper = shipperOf(world)
const shop = await openShop(world, [{ name: 'Cup', left: { Red: 100 } }])
const operator = { kind: 'operator' } as const
const day = 24 * 3_600_000
const { endpoint } = await world.run((work) =>
  webhooks.createEndpoint(
    work,
    { account_id: world.account.id, tier: 'enterprise' },
    {
      url: 'http://127.0.0.1:9/hook',
      description: '',
      events: [...eventTypes],
      payload_version: '2025-10',
    },
    { allowPrivate: true },
  ),
)

const erase = (email: string) => world.run((work) => privacy.erasePerson(work, email, operator))
const take = (email: string) => world.run((work) => privacy.exportPerson(work, email, operator))
const get = async (id: string) => (await world.api.get(`/gift_requests/${id}`)).json

/** Somebody of whom every word is unmistakable, with one gift in each of many situations. */
async function somebody(marker: string) {
  const email = `${marker}@Mail.example`
  const recipient = { first_name: `${marker}first`, last_name: `${marker}last`, email }
  const address = {
    name: `${marker} at home`,
    line_1: `${marker} street 1`,
    line_2: `${marker} door 2`,
    city: `${marker}ville`,
    postal_code: '10117',
    country: 'DE',
    phone: `+49 30 ${marker}`,
  }
  const personal = {
    recipient,
    email_message: { subject: `For ${marker}`, body: `Dear ${marker}` },
    metadata: { [`${marker}key`]: `${marker}value` },
  }
  const ids: string[] = []
  const gift = async (more: object = {}) => {
    const id = await shop.gift({ ...personal, ...more })
    ids.push(id)
    return id
  }
  const thanked = await gift()
  await redeem(world, thanked, { variant_ids: [shop.id('Red')], shipping_address: address })
  await shipper.run()
  const word = { words: `left for ${marker}`, place: `${marker}ville` }
  await shipper.say(thanked, { state: 'in_transit', ...word })
  await world.run((work) => gifting.thank(work, thanked, { text: `${marker} says thanks` }))
  const declined = await gift()
  const chosen = { variant_ids: [shop.id('Red')] }
  await world.run((work) => gifting.choose(work, declined, chosen))
  await world.run((work) => gifting.decline(work, declined, { reason: `${marker} is allergic` }))
  const redeemed = await gift()
  await redeem(world, redeemed, { variant_ids: [shop.id('Red')], shipping_address: address })
  const expires_at = new Date(world.db.clock().getTime() + 60_000).toISOString()
  const expired = await gift({ expires_at })
  await world.passTime(60_001)
  await world.run((work) => gifting.askSender(work, expired, { text: `${marker} was away` }))
  const headers = { 'idempotency-key': `order for ${marker}`.replaceAll(' ', '-') }
  const fixed = aDirectGift(world, { ...personal, shipping_address: address })
  const direct = await world.api.post('/gift_requests', fixed, headers)
  ids.push(direct.json.id)
  const batch = { gift_requests: [{ ...aGift(world), ...personal }] }
  const plain = { 'idempotency-key': `batch-${ids.length}-${Math.random()}` }
  const many = await world.api.post('/gift_requests/batch', batch, plain)
  ids.push(many.json.data[0].id)
  await world.passTime()
  return { email, ids, thanked, declined, redeemed, expired, direct, many, plain, batch }
}

/** What is sealed in this dump and can be opened. */
async function opened(): Promise<string[]> {
  const { sealer } = world.installation
  const gifts = await world.run((work) =>
    work.query<{ id: string; address: Buffer | null; link_code: Buffer | null }>(
      'select id, address, link_code from gifting.gift_request',
    ),
  )
  const letters = await world.run((work) =>
    work.query<{ id: string; sealed: Buffer | null }>('select id, sealed from mail.message'),
  )
  return [
    ...gifts.flatMap(({ id, address }) =>
      address === null ? [] : [sealer.open(address, `gifting.address ${id}`)],
    ),
    ...letters.flatMap(({ id, sealed }) =>
      sealed === null ? [] : [sealer.open(sealed, `mail.message ${id}`)],
    ),
  ]
}

it('leaves nothing of an erased person in any row of any table, and everything of others', async () => {
  const other = await somebody('zqbystander')
  const person = await somebody('xkmarker')
  const words = (found: Dump) => tablesWith(found, 'xkmarker')
  const before = await dump(world)
  assert.deepEqual(words(before), [
    'access.idempotency_key',
    'fulfilment.scan',
    'gifting.contact',
    'gifting.gift_request',
    'gifting.thanks',
    'gifting.visit',
    'webhooks.event_body',
  ])
  const digest = sha256(person.email.toLowerCase()).toString('hex')
  assert.ok((await opened()).some((text) => text.includes('xkmarker street 1')))
  assert.ok(before.get('mail.message')?.some((row) => row.includes(digest)))
  const keptOfOther = tablesWith(before, 'zqbystander')

  const erased = await erase('XKmarker@mail.example')
  assert.deepEqual([...erased.gift_request_ids].sort(), [...person.ids].sort())

  const after = await dump(world)
  assert.deepEqual(words(after), [])
  assert.equal((await opened()).filter((text) => text.includes('xkmarker')).length, 0)
  assert.ok(!after.get('mail.message')?.some((row) => row.includes(digest)))
  assert.deepEqual(tablesWith(after, 'zqbystander'), keptOfOther)
  assert.ok((await opened()).some((text) => text.includes('zqbystander street 1')))
  assert.deepEqual((await get(other.thanked)).recipient.first_name, 'zqbystanderfirst')
})

it('keeps the bones of an erased person’s gifts, and cancels what had not left', async () => {
  const person = await somebody('bones')
  const before = await get(person.thanked)
  const told = await toldOf(world, person.thanked)
  const { cancelled, contact_id } = await erase(person.email)
  assert.equal(contact_id, before.recipient.id)
  assert.equal(cancelled, 4)
  const after = await get(person.thanked)
  assert.deepEqual(after.recipient, {
    id: before.recipient.id,
    thank_you_count: 1,
    first_name: '',
    last_name: '',
    name: '',
    email: '',
  })
  assert.equal(after.reference, before.reference)
  assert.equal(after.status, 'dispatched')
  assert.deepEqual(after.line_items, before.line_items)
  assert.deepEqual([after.redemption_url, after.metadata], [null, {}])
  assert.deepEqual(after.email_message, { subject: '', body: '' })
  assert.equal(await toldOf(world, person.thanked), told)
  for (const id of [person.declined, person.redeemed, person.direct.json.id])
    assert.equal((await get(id)).status, 'cancelled')
  assert.equal((await get(person.expired)).status, 'cancelled')
  assert.equal(
    await world.run((work) => gifting.visit(work, person.declined)).then((v) => v?.name),
    '',
  )
})

it('lets a parcel that has left arrive, and makes no new link for nobody', async () => {
  const person = await somebody('parcel')
  await erase(person.email)
  await shipper.say(person.thanked, { state: 'delivered' })
  const gift = await get(person.thanked)
  assert.equal(gift.status, 'delivered')
  assert.equal(gift.redemption_url, null)
})

it('tells of the cancellation without a name, and says plainly that the rest is gone', async () => {
  const person = await somebody('told')
  await erase(person.email)
  const { json: feed } = await world.api.get(`/events?gift_request_id=${person.declined}&order=asc`)
  const [created, cancelled] = feed.data
  assert.deepEqual(
    feed.data.map(({ type }: { type: string }) => type),
    ['gift_request_created', 'gift_request_cancelled'],
  )
  assert.equal(created.body, null)
  assert.equal(cancelled.body.status, 'cancelled')
  assert.equal(cancelled.body.recipient.name, '')
  assert.deepEqual((await world.api.get(`/events/${created.id}`)).json, created)
  const older = await world.api.get(`/events/${created.id}`, {
    'service-api-version': '2025-10',
  })
  assert.equal(older.status, 200)
  assert.equal(older.json.data.meta.body, null)

  const deliveries = await world.run((work) =>
    webhooks.listDeliveries(work, { event_id: created.id, limit: 10 }),
  )
  assert.equal(deliveries.length, 1)
  const [delivery] = deliveries
  assert.equal(delivery?.endpoint_id, endpoint.id)
  assert.equal(delivery?.state, 'abandoned')
  assert.ok(delivery?.erased_at instanceof Date)
  assert.deepEqual(delivery?.attempts, [])
  await assert.rejects(
    world.run((work) => webhooks.resend(work, delivery?.id ?? '')),
    { code: 'invalid_transition', message: /erased/ },
  )
  const [open] = await world.run((work) =>
    webhooks.listDeliveries(work, { event_id: cancelled.id, limit: 10 }),
  )
  assert.equal(open?.state, 'pending')
  assert.equal(open?.erased_at, null)
})

it('does not make the same gift again for a request whose answer was erased', async () => {
  const person = await somebody('again')
  await erase(person.email)
  const count = await world.countEvents()
  const { status, json, headers } = await world.api.post(
    '/gift_requests/batch',
    person.batch,
    person.plain,
  )
  assert.equal(status, 404)
  assert.equal(json.errors[0].code, 'not_found')
  assert.match(json.errors[0].message, /erased/)
  assert.equal(headers['idempotent-replayed'], 'true')
  assert.equal(await world.countEvents(), count)
})

it('sends an erased person no letter, also none that was waiting', async () => {
  const person = await somebody('letter')
  await erase(person.email)
  for (const id of person.ids) {
    const letters = await world.run((work) => mail.list(work, { gift_request_id: id }))
    for (const { to, state, subject } of letters) {
      assert.deepEqual([to, subject], [undefined, undefined])
      assert.notEqual(state, 'queued')
    }
  }
})

it('also erases what was told of an address that was corrected since', async () => {
  const id = await shop.gift({
    recipient: { first_name: 'Ted', last_name: 'Other', email: 'wrongmark@mail.example' },
  })
  await world.run((work) => gifting.correctEmail(work, id, 'right@mail.example'))
  assert.notDeepEqual(tablesWith(await dump(world), 'wrongmark'), [])
  await erase('wrongmark@mail.example')
  assert.deepEqual(tablesWith(await dump(world), 'wrongmark'), [])
  const { recipient, status } = await get(id)
  assert.deepEqual([recipient.email, status], ['right@mail.example', 'submitted'])
})

it('lets two erased people have claimed gifts of one one-link, and both claim again', async () => {
  const campaign_id = world.campaign('one_link').id
  const link = await world.run((work) => gifting.createOneLink(work, { campaign_id, quantity: 4 }))
  const claim = (email: string) =>
    world.run((work) => gifting.claim(work, link.id, { first_name: 'A', last_name: 'B', email }))
  for (const email of ['one@mail.example', 'two@mail.example']) {
    await claim(email)
    assert.equal((await erase(email)).cancelled, 1)
  }
  assert.equal((await claim('one@mail.example'))?.outcome, 'claimed')
})

it('makes a new contact of whoever comes back, and finds nothing to erase a second time', async () => {
  const recipient = { first_name: 'Ada', last_name: 'Back', email: 'back@mail.example' }
  const first = await get(await shop.gift({ recipient }))
  await erase('back@mail.example')
  assert.deepEqual(await erase('back@mail.example'), {
    contact_id: null,
    gift_request_ids: [],
    cancelled: 0,
    letters: 0,
  })
  const second = await get(await shop.gift({ recipient }))
  assert.notEqual(second.recipient.id, first.recipient.id)
  assert.equal(second.recipient.thank_you_count, 0)
})

it('exports all that is held of a person, and of nobody else', async () => {
  await somebody('stranger')
  const person = await somebody('export')
  const made = await take('EXPORT@mail.example')
  assert.deepEqual(made.gift_requests.map(({ id }) => id).sort(), [...person.ids].sort())
  const text = JSON.stringify(made)
  assert.ok(!text.includes('stranger'))
  for (const words of [
    ...['exportfirst', 'exportlast', 'export street 1', 'export door 2', '+49 30 export'],
    ...['For export', 'Dear export', 'exportkey', 'exportvalue', 'export says thanks'],
    ...['export is allergic', 'export was away', 'left for export', 'exportville'],
  ])
    assert.ok(text.includes(words), words)
  const thanked = made.gift_requests.find(({ id }) => id === person.thanked)
  assert.deepEqual(thanked?.events[0]?.told_to, [{ url: endpoint.url, state: 'pending' }])
  assert.ok(thanked?.letters.some(({ kind, text }) => kind === 'thanks' && text !== null))
  await erase(person.email)
  const nothing = await take(person.email)
  assert.deepEqual([nothing.contact, nothing.gift_requests, nothing.other_letters], [null, [], []])
})

it('writes down that it was done, without saying of whom', async () => {
  const person = await somebody('audited')
  await take(person.email)
  const { contact_id } = await erase(person.email)
  const { data } = await world.run((work) =>
    access.listAudit(work, { subject_id: contact_id ?? '' }, { limit: 10, order: 'asc' }),
  )
  assert.deepEqual(
    data.map(({ action, actor, details }) => [action, actor.kind, details.gift_requests]),
    [
      ['privacy.export', 'operator', 6],
      ['privacy.erase', 'operator', 6],
    ],
  )
  assert.ok(!JSON.stringify(data).includes('audited@'))
})

it('is deaf to what is no e-mail address, and to other accounts', async () => {
  await assert.rejects(erase('nonsense'), { code: 'invalid_format' })
  const person = await somebody('mine')
  const { account } = await world.stranger()
  const foreign = await world.run(
    (work) => privacy.erasePerson(work, person.email, operator),
    account.id,
  )
  assert.deepEqual(foreign.gift_request_ids, [])
  assert.equal((await get(person.declined)).recipient.email, person.email)
})

it('forgets where people live ninety days after their gifts have ended, and no sooner', async () => {
  const person = await somebody('retained')
  await shipper.say(person.thanked, { state: 'delivered' })
  await world.passTime(90 * day - 120_000)
  await privacy.retain(world.db)
  assert.ok((await opened()).some((text) => text.includes('retained street')))
  await world.passTime(240_000)
  await privacy.retain(world.db)
  const gift = await get(person.thanked)
  assert.equal(gift.recipient.first_name, 'retainedfirst')
  assert.equal(gift.redemption_url, null)
  const seen = await world.run((work) => gifting.visit(work, person.thanked))
  assert.deepEqual([seen?.shipping_address, seen?.thanks], [null, null])
  assert.equal(gift.recipient.thank_you_count, 1)
  const rest = await dump(world)
  assert.ok(!tablesWith(rest, 'retained says thanks').includes('gifting.thanks'))
  assert.ok(!tablesWith(rest, 'retainedville').includes('fulfilment.scan'))
  assert.deepEqual(tablesWith(rest, 'retained was away'), [])
})

it('forgets by the clock of the account, after as many days as it says, in one advance', async () => {
  const { account, api } = await world.stranger()
  const { data } = (await api.get('/campaigns')).json
  const campaign = data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'sender_provided_address',
  )
  const variant_id = campaign.products[0].variants[0].id
  const body = {
    ...aDirectGift(world),
    campaign_id: campaign.id,
    line_items: [{ variant_id, quantity: 1 }],
  }
  const { json } = await api.post('/gift_requests', body)
  await world.run(
    (work) => access.changeSettings(work, { address_retention_days: 3 }, () => {}),
    account.id,
  )
  await api.post(`/gift_requests/${json.id}/cancel`)
  const look = async () => (await api.get(`/gift_requests/${json.id}`)).json
  await api.post('/test_helpers/clock/advance', { by: '2d' })
  assert.equal((await look()).shipping_address.city, 'Berlin')
  await api.post('/test_helpers/clock/advance', { by: '2d' })
  assert.equal((await look()).shipping_address, null)
  const { json: feed } = await api.get(`/events?gift_request_id=${json.id}`)
  assert.deepEqual(
    feed.data.map((event: { body: unknown }) => event.body),
    [null, null],
  )
})
