import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as attention from '#attention'
import { operations } from '#contract/operations'
import { giftBody } from '#test/api-harness'
import { createAttentionFixture } from '#test/attention-fixture'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness } from '#test/contract-harness'
import type { FieldErrorRow } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { pluck } from '#test/pluck'

/* The contract tests of what needs attention. */

const harness = await createContractHarness()
const { testApp, get, create } = harness
const { check, setState } = createAttentionFixture(testApp)
const gifts = [
  await create('/gift_requests', giftBody(testApp)),
  await create('/gift_requests', giftBody(testApp)),
]
await testApp.advanceTime()
for (const { id } of gifts) await setState(id, 'backordered')
await check()
const { data: items } = await get('/api/attention?kind=backordered')

const suite = createContractSuite({
  harness,
  operations: contractGroups.attention ?? [],
  params: { '/attention/{id}': { id: items[0].id } },
  rows: [
    ['listAttention', 'invalid', undefined, '?kind=stalled'],
    ['listAttention', 'invalid', undefined, '?state=closed'],
    ['listAttention', 'invalid_reference', undefined, `?after=${crypto.randomUUID()}`],
  ] satisfies FieldErrorRow[],
})

suite.describeAll()

describe('the feed of attention', () => {
  it('lists items with cause, time and actions, and filters them', async () => {
    assert.equal(items.length, 2)
    const [newest] = items
    assert.equal(newest.cause, 'out_of_stock')
    assert.equal(newest.cleared_at, null)
    assert.deepEqual(
      newest.next_actions.map(({ operation }: { operation: { id: string } }) => operation.id),
      ['adjustStockLevels', 'cancelGiftRequest'],
    )
    const [first] = gifts
    const { data } = await get(`/api/attention?gift_request_id=${first?.id}`)
    assert.deepEqual(pluck(data, 'gift_request_id'), [first?.id])
    const page = await get(`/api/attention?kind=backordered&limit=1&after=${newest.id}`)
    assert.deepEqual([page.data.length, page.has_more], [1, false])
    assert.deepEqual(await get(`/api/attention/${newest.id}`), newest)
    assert.deepEqual((await get('/api/attention?subject_id=x')).data, [])
  })

  it('lists ended items without actions', async () => {
    const [, second] = gifts
    await setState(second?.id ?? '', 'ordered')
    await check()
    const { data } = await get(`/api/attention?state=cleared&gift_request_id=${second?.id}`)
    assert.equal(data.length, 1)
    assert.ok(data[0].cleared_at)
    assert.deepEqual(data[0].next_actions, [])
    const open = await get(`/api/attention?state=open&gift_request_id=${second?.id}`)
    assert.deepEqual(open.data, [])
  })

  it('shows nothing of other accounts', async () => {
    const { api } = await testApp.createOtherAccount()
    assert.deepEqual((await api.get('/attention')).json.data, [])
    assert.equal((await api.get(`/attention/${items[0].id}`)).status, 404)
    assert.equal((await api.get(`/attention?after=${items[0].id}`)).status, 400)
  })
})

it('names operations of the API as next actions', () => {
  for (const { operation } of attention.allActionRules) {
    if (operation === null) continue
    const [id, method, path] = operation
    const found = operations.find((each) => each.id === id)
    assert.deepEqual(
      [found?.method, found?.path],
      [method, path.replace(/\{gift\}|\{subject\}/, '{id}')],
    )
  }
})

suite.describeCoverage()
