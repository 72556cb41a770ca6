import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { directGiftBody, giftBody } from '#test/api-harness'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness } from '#test/contract-harness'
import type { FieldErrorRow } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { pluck } from '#test/pluck'

/* The contract tests of reports. */

const harness = await createContractHarness()
const { testApp, get, create } = harness
const campaign = testApp.campaign('email')
await create('/gift_requests', giftBody(testApp))
const direct = await create('/gift_requests', directGiftBody(testApp))
await create('/gift_requests', directGiftBody(testApp))
await testApp.advanceTime()
await create(`/test_helpers/gift_requests/${direct.id}/advance`, { to: 'delivered' })

const suite = createContractSuite({
  harness,
  operations: contractGroups.reports ?? [],
  params: {},
  rows: ['getFunnel', 'getTrend', 'getTimeToRedeem', 'listGiftsByCountry', 'listTopGifts'].flatMap(
    (id): FieldErrorRow[] => [
      [id, 'invalid', undefined, '?created_after=yesterday'],
      [id, 'invalid', undefined, '?country=Germany'],
    ],
  ),
})

suite.describeAll()

describe('a report', () => {
  it('counts gifts by stage, status, country and variant', async () => {
    const funnel = await get('/api/reports/funnel')
    assert.deepEqual([funnel.sent, funnel.redeemed, funnel.delivered], [3, 2, 1])
    assert.deepEqual([funnel.statuses.submitted, funnel.statuses.delivered], [1, 1])
    const { data: countries } = await get('/api/reports/countries')
    assert.deepEqual(countries, [{ country: 'DE', count: 2 }])
    const { data: gifts } = await get('/api/reports/top_gifts')
    assert.deepEqual(pluck(gifts, 'count'), [2])
    const { unit, points } = await get('/api/reports/trend')
    assert.equal(unit, 'month', 'a report without a start can cover years')
    assert.deepEqual(points.at(-1), { from: points.at(-1).from, sent: 3, redeemed: 2 })
    const { count } = await get('/api/reports/time_to_redeem')
    assert.equal(count, 0, 'the sender fixed the items of both')
  })

  it('counts only the gifts of its filters', async () => {
    assert.equal((await get(`/api/reports/funnel?campaign_id=${campaign.id}`)).sent, 1)
    assert.equal((await get(`/api/reports/funnel?campaign_id=${crypto.randomUUID()}`)).sent, 0)
    assert.equal((await get('/api/reports/funnel?campaign_id=x')).sent, 0)
    assert.equal((await get('/api/reports/funnel?country=de')).sent, 2)
    const { created_at } = direct
    const before = await get(`/api/reports/funnel?created_before=${created_at}`)
    const after = await get(`/api/reports/funnel?created_after=${created_at}`)
    assert.equal(before.sent + after.sent, 2, 'both times are exclusive')
  })

  it('counts nothing of other accounts', async () => {
    const { api } = await testApp.createOtherAccount()
    assert.equal((await api.get('/reports/funnel')).json.sent, 0)
    assert.deepEqual((await api.get('/reports/countries')).json.data, [])
  })
})

suite.describeCoverage()
