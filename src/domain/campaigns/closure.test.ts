import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, giftBody } from '#test/api-harness'
import { pluck } from '#test/pluck'

/* The end and the pause of campaigns in the public API. */

const testApp = await createTestApp()
const { api } = testApp
const { id } = testApp.campaign('email')
const hourMs = 3_600_000

const change = async (body: object) => {
  const headers = { ...api.defaultHeaders, 'content-type': 'application/json' }
  const { status, json, text } = await api.send(
    'PATCH',
    `/campaigns/${id}/settings`,
    headers,
    JSON.stringify(body),
  )
  assert.equal(status, 200, text)
  return json
}
const create = () => api.post('/gift_requests', giftBody(testApp))
const refusalOf = ({ json }: { json: { errors: { code: string; param: string }[] } }) =>
  pluck(json.errors, 'code', 'param')

it('refuses gift requests and batches while the campaign is paused', async () => {
  assert.equal((await change({ is_paused: true })).is_paused, true)
  const settings = (await api.get(`/campaigns/${id}/settings`)).json
  assert.deepEqual([settings.is_paused, settings.ends_at], [true, null])
  assert.deepEqual(refusalOf(await create()), [['not_allowed', 'campaign_id']])
  const gift_requests = [giftBody(testApp)]
  const batch = await api.post('/gift_requests/batch', { gift_requests })
  assert.deepEqual(refusalOf(batch), [['not_allowed', 'gift_requests.0.campaign_id']])
  await change({ is_paused: false })
  assert.equal((await create()).status, 201)
})

it('refuses gift requests from the end on, and accepts them after another end is set', async () => {
  const now = testApp.db.clock().getTime()
  const ends_at = new Date(now + hourMs).toISOString()
  assert.equal((await change({ ends_at })).ends_at, ends_at)
  assert.equal((await create()).status, 201)
  await testApp.advanceTime(hourMs)
  const refused = await create()
  assert.equal(refused.status, 422)
  assert.match(refused.json.errors[0].message, /which ended at .+; set a later end/)
  await change({ ends_at: new Date(now + 3 * hourMs).toISOString() })
  assert.equal((await create()).status, 201)
})
