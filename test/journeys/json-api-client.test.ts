import assert from 'node:assert/strict'
import { it } from 'node:test'
import Kitsu from 'kitsu'
import { createTestApp } from '#test/api-harness'
import { pluck } from '#test/pluck'

/* The tests of an unmodified third-party JSON:API client (Kitsu) against a running service. */

const testApp = await createTestApp()
const origin = await testApp.listen()
const client = new Kitsu({
  baseURL: `${origin}/api`,
  headers: { Authorization: `Bearer ${testApp.token}`, 'Service-API-Version': '2025-10' },
  camelCaseTypes: false,
  resourceCase: 'none',
  pluralize: false,
})
const campaign_id = testApp.campaign('email').id
const createGift = (last_name: string) =>
  client.create('gift_requests', { campaign_id, first_name: 'Ada', last_name })

/** Passes parameters to the client. Its types allow only the parameter names that JSON:API recommends. */
const request = (params: object) => ({ params })

it('creates a gift request and resolves its relationships', async () => {
  const { data, status, headers } = await createGift('Larkin')
  assert.equal(status, 201)
  assert.equal(headers.location, `${origin}/api/gift_requests/${data.id}`)
  assert.equal(data.state, 'submitted')
  assert.equal(data.recipient.data.name, 'Ada Larkin')
  assert.equal(data.campaign.data.id, campaign_id)
})

it('fetches a gift request and its history, and cancels the gift request', async () => {
  const { data: created } = await createGift('Okafor')
  const { data } = await client.get(`gift_requests/${created.id}`)
  assert.equal(data.reference, created.reference)
  assert.equal(data.sender.data.name, created.sender.data.name)
  const { data: history } = await client.get(`gift_requests/${created.id}/history`)
  assert.deepEqual(pluck(history, 'to'), ['created'])
  const { data: cancelled } = await client.request({
    method: 'POST',
    url: `gift_requests/${created.id}/cancel`,
    type: 'gift_requests',
    body: {},
  })
  assert.equal(cancelled.state, 'cancelled')
})

it('follows the pagination links of a list', async () => {
  for (let n = 0; n < 5; n++) await createGift(`Larkin ${n}`)
  const pagedIds: string[] = []
  let page = await client.get('gift_requests', request({ limit: 2 }))
  for (;;) {
    assert.ok(page.data.length <= 2)
    pagedIds.push(...pluck(page.data, 'id'))
    if (page.links.next === null) break
    assert.ok(pagedIds.length < 100, 'the list ends')
    page = await client.request({ url: page.links.next, type: 'gift_requests' })
  }
  assert.equal(pagedIds.length, 7)
  assert.equal(new Set(pagedIds).size, 7)
  const { data: campaigns } = await client.get('campaigns', request({ state: 'available' }))
  assert.ok(campaigns.every(({ sender }: { sender: { data: object } }) => 'name' in sender.data))
  const { data: events } = await client.get('events', request({ limit: 1 }))
  assert.equal(events[0].event_type, 'gift_request_created')
})

it('receives validation errors', async () => {
  const errors = await client
    .create('gift_requests', { campaign_id, first_name: 'A', last_name: 'Larkin' })
    .catch((error: { errors: object[] }) => error.errors)
  assert.deepEqual(errors, [
    {
      status: '422',
      code: 'invalid',
      title: 'Not valid',
      detail: 'first_name must be at least 2 characters',
      source: { pointer: '/data/attributes/first_name' },
    },
  ])
  await assert.rejects(client.get(`gift_requests/${crypto.randomUUID()}`), {
    errors: [
      {
        status: '404',
        code: 'not_found',
        title: 'Not found',
        detail: 'Nothing was found. Check the path and the id.',
      },
    ],
  })
})
