import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { type ContactUpdate, createContactSync } from '#examples/recipes/crm-contacts'
import { parseStarters, syncStarter } from '#examples/recipes/hr-onboarding'
import { createRefunds } from '#examples/recipes/refund-gift'
import { createOrderHandler } from '#examples/recipes/shop-order'
import { directGiftBody, giftBody } from '#test/api-harness'
import { pluck } from '#test/pluck'
import { createSdkTestApp } from '#test/sdk-harness'

/* The tests of the code of docs/recipes, which runs against a service. */

const testApp = await createSdkTestApp()
const { bestow } = testApp
const campaign_id = testApp.campaign('email').id
const ada = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
const findGifts = (metadata: Record<string, string>) =>
  bestow.giftRequests.list({ metadata }).toArray({ limit: 10 })

describe('the CRM recipe', async () => {
  for (const path of [['in_transit', 'delivered'], ['redeemed', 'cancelled'], []] as const) {
    const gift = await bestow.giftRequests.create(directGiftBody(testApp, { recipient: ada }))
    await testApp.advanceTime()
    for (const to of path) await bestow.testHelpers.advanceGiftRequest(gift.id, { to })
  }
  const feed = await bestow.events.list({ order: 'asc', limit: 100 }).toArray({ limit: 100 })
  const events = feed.flatMap(({ id, body }) => (body === null ? [] : [{ id, data: body }]))

  it('has the last status of each contact, in any order and with duplicates', async () => {
    assert.ok(events.length >= 7)
    const expected = await syncAll(events)
    assert.deepEqual(expected, [
      { email: 'ada@example.com', gifts: 3, last_gift_status: 'redeemed' },
    ])
    const orders = fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })
    await fc.assert(
      fc.asyncProperty(orders, async (all) => assert.deepEqual(await syncAll(all), expected)),
      { numRuns: 30 },
    )
  })

  async function syncAll(all: typeof events): Promise<ContactUpdate[]> {
    const contacts = new Map<string, ContactUpdate>()
    const sync = createContactSync(new DatabaseSync(':memory:'), async (update) => {
      contacts.set(update.email, update)
    })
    for (const event of all) sync.onEvent(event)
    await sync.flush()
    return [...contacts.values()]
  }

  it('repeats updates that the CRM did not accept', async () => {
    let isDown = true
    const received: string[] = []
    const crm = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request.setEncoding('utf8')) text += chunk
      if (!isDown) received.push(text)
      response.writeHead(isDown ? 503 : 200).end()
    })
    await new Promise<void>((resolve) => crm.listen(0, '127.0.0.1', resolve))
    after(() => crm.close())
    const { port } = crm.address() as { port: number }
    const sync = createContactSync(new DatabaseSync(':memory:'), async (update) => {
      const init = { method: 'POST', body: JSON.stringify(update) }
      const { ok, status } = await fetch(`http://127.0.0.1:${port}/contacts`, init)
      if (!ok) throw new Error(`the CRM returned ${status}`)
    })
    for (const event of events) sync.onEvent(event)
    await assert.rejects(sync.flush(), /503/)
    isDown = false
    await sync.flush()
    assert.equal(received.length, 1)
    await sync.flush()
    assert.equal(received.length, 1, 'a contact without changes is not sent again')
  })

  it('updates both contacts after the email address of a gift is corrected', async () => {
    const gift = await bestow.giftRequests.create(giftBody(testApp, { recipient: ada }))
    const corrected = { ...gift, updated_at: '2100-01-01T00:00:00.000Z' }
    const updates: ContactUpdate[] = []
    const sync = createContactSync(new DatabaseSync(':memory:'), async (update) => {
      updates.push(update)
    })
    const recipient = { ...gift.recipient, email: 'grace@example.com' }
    sync.onEvent({ id: 'one', data: gift })
    sync.onEvent({ id: 'two', data: { ...corrected, recipient } })
    await sync.flush()
    assert.deepEqual(pluck(updates, 'email', 'gifts'), [
      ['ada@example.com', 0],
      ['grace@example.com', 1],
    ])
  })
})

describe('the HR recipe', () => {
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const csv = (starts_on: string, withdrawn = '') =>
    `employee_id,first_name,last_name,email,starts_on,withdrawn\r\n4711,Ada,Larkin,ada@example.com,${starts_on},${withdrawn}\r\n`
  const sync = async (text: string) => {
    const [starter] = parseStarters(text)
    assert.ok(starter)
    return syncStarter(bestow, campaign_id, starter)
  }

  it('schedules, moves and cancels one gift for each person', async () => {
    const both = await Promise.all([sync(csv(inDays(20))), sync(csv(inDays(20)))])
    assert.ok(both.includes('sent'))
    await testApp.advanceTime()
    assert.equal((await findGifts({ employee_id: '4711' })).length, 1)
    assert.equal(await sync(csv(inDays(20))), 'unchanged')
    assert.equal(await sync(csv(inDays(30))), 'moved')
    const [gift] = await findGifts({ employee_id: '4711' })
    const details = await bestow.giftRequests.details(gift?.id ?? '')
    assert.equal(details.send_at, `${inDays(30)}T07:00:00.000Z`)
    assert.equal(await sync(csv(inDays(30), 'yes')), 'cancelled')
    assert.equal(await sync(csv(inDays(30), 'yes')), 'unchanged')
    assert.equal((await findGifts({ employee_id: '4711' }))[0]?.status, 'cancelled')
  })
})

describe('the support recipe', () => {
  const direct = directGiftBody(testApp)
  const supportCase = (id: string, country = 'DE') => ({
    id,
    customer: direct.recipient,
    address: { ...direct.shipping_address, country },
    variant_id: direct.line_items[0]?.variant_id ?? '',
  })
  const createDesk = () => createRefunds(new DatabaseSync(':memory:'), bestow, direct.campaign_id)

  it('sends one gift after another person has approved it', async () => {
    const desk = createDesk()
    await desk.propose(supportCase('C-1'), 'ana')
    assert.equal((await findGifts({ case: 'C-1' })).length, 0, 'a proposal sends nothing')
    await assert.rejects(desk.propose(supportCase('C-1'), 'ben'), /has a gift already/)
    await assert.rejects(desk.approve('C-1', 'ana'), /Another person/)
    const [one, two] = await Promise.all([desk.approve('C-1', 'ben'), desk.approve('C-1', 'cem')])
    assert.equal(one, two)
    assert.equal(await desk.approve('C-1', 'ben'), one)
    assert.equal((await findGifts({ case: 'C-1' })).length, 1)
  })

  it('rejects an invalid address before the approval', async () => {
    const desk = createDesk()
    await assert.rejects(desk.propose(supportCase('C-2', 'XX'), 'ana'), { status: 422 })
    await assert.rejects(desk.approve('C-2', 'ben'), /no proposal/)
  })
})

describe('the shop recipe', () => {
  const secret = 'shop-secret'
  const rejected: string[] = []
  const handle = createOrderHandler({
    bestow,
    campaign_id,
    secret,
    minTotal: 100,
    onRejected: ({ id }) => rejected.push(id),
  })
  const customer = ada
  const send = async (order: object, signedWith = secret, handler = handle) => {
    const body = JSON.stringify(order)
    const signature = createHmac('sha256', signedWith).update(body).digest('base64')
    const headers = { 'x-shop-signature': signature }
    const request = new Request('http://localhost/orders', { method: 'POST', body, headers })
    return (await handler(request)).status
  }

  it('sends one gift for an order, however often its webhook arrives', async () => {
    const order = { id: 'O-1', total: 250, customer }
    const statuses = await Promise.all([send(order), send(order), send(order)])
    assert.ok(statuses.every((status) => status === 200 || status === 201))
    await testApp.advanceTime(2 * 86_400_000) // advances the time until the idempotency key has expired
    assert.equal(await send(order), 200)
    assert.equal((await findGifts({ order: 'O-1' })).length, 1)
  })

  it('rejects forged webhooks, and ignores small orders', async () => {
    assert.equal(await send({ id: 'O-2', total: 250, customer }, 'another secret'), 401)
    assert.equal(await send({ id: 'O-3', total: 99, customer }), 200)
    assert.equal((await findGifts({ order: 'O-2' })).length, 0)
    assert.equal((await findGifts({ order: 'O-3' })).length, 0)
  })

  it('reports invalid orders, and asks for a retry while the service is not reachable', async () => {
    assert.equal(
      await send({ id: 'O-4', total: 250, customer: { ...customer, email: 'ada' } }),
      200,
    )
    assert.deepEqual(rejected, ['O-4'])
    const unreachable = createOrderHandler({
      bestow: testApp.createClient({ baseUrl: 'http://127.0.0.1:9/api', maxRetries: 0 }),
      campaign_id,
      secret,
      minTotal: 100,
      onRejected: () => {},
    })
    assert.equal(await send({ id: 'O-5', total: 250, customer }, secret, unreachable), 503)
  })
})
