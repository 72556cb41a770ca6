import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import * as oneLinks from '#one-links'

import { confirmationToken } from '#test/claim-fixture'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness, operationBy } from '#test/contract-harness'
import type { FieldErrorRow } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'

/* The contract tests of claim rules, claims and the deny list. */

const harness = await createContractHarness()
const { testApp, defaultHeaders, get, create, sendAndCheck } = harness
const campaign_id = testApp.campaign('one_link').id

const createLink = async () => {
  const link = await create('/one_links', { campaign_id, quantity: 20 })
  const headers = { ...defaultHeaders, 'content-type': 'application/json' }
  const body = JSON.stringify({ require_approval: true })
  const path = `/api/one_links/${link.id}/claim_rules`
  assert.deepEqual(
    await sendAndCheck('updateClaimRules', { method: 'PATCH', path, headers, body }),
    [],
  )
  return link
}
const link = await createLink()
const claim = async (one_link_id: string) => {
  const email = `ada.${randomBytes(6).toString('hex')}@example.org`
  const claimant = { first_name: 'Ada', last_name: 'Larkin', email }
  await testApp.run((ctx) => oneLinks.claim(ctx, one_link_id, claimant))
  const token = await confirmationToken(testApp, email)
  await testApp.run((ctx) => oneLinks.confirmClaim(ctx, one_link_id, token))
}
await claim(link.id)

const ids = Array.from({ length: 101 }, () => link.id)
const decisionRows = (id: string): FieldErrorRow[] => [
  [id, 'unknown_parameter', { ids: [link.id], why: 'x' }],
  [id, 'required', {}],
  [id, 'invalid', { ids: [] }],
  [id, 'too_many', { ids }],
]

const suite = createContractSuite({
  harness,
  operations: contractGroups.claims ?? [],
  params: {
    '/one_links/{id}': { id: link.id },
    '/denied_claimants/{id}': { id: crypto.randomUUID() },
  },
  fresh: {
    allowClaimant: async () => {
      await create('/denied_claimants', { entries: [`${randomBytes(6).toString('hex')}.example`] })
      return { id: (await get('/api/denied_claimants')).data[0].id }
    },
  },
  rows: [
    ['updateClaimRules', 'unknown_parameter', { quantity: 3 }],
    ['updateClaimRules', 'required', { has_waiting_list: null }],
    ['updateClaimRules', 'invalid', { max_claims_per_device: 0 }],
    ['updateClaimDefaults', 'unknown_parameter', { require_confirmation: true, quantity: 3 }],
    ['updateClaimDefaults', 'required', {}],
    ['updateClaimDefaults', 'invalid', { require_confirmation: 'yes' }],
    ...decisionRows('approveClaims'),
    ...decisionRows('rejectClaims'),
    ['listClaims', 'invalid', undefined, '?state=claimed'],
    ['denyClaimants', 'unknown_parameter', { entries: ['a.example'], why: 'x' }],
    ['denyClaimants', 'required', {}],
    ['denyClaimants', 'invalid', { entries: ['nowhere'] }],
    ['denyClaimants', 'invalid_format', { entries: ['a\nb'] }],
    ['denyClaimants', 'too_long', { entries: ['x'.repeat(321)] }],
    ['denyClaimants', 'too_many', { entries: Array.from({ length: 501 }, () => 'a.example') }],
    ['allowClaimant', 'unknown_parameter', { why: 'x' }],
  ],
})

suite.describeAll()

describe('claims', () => {
  const decide = async (
    verb: 'approve' | 'reject',
    link_id: string,
    claimIds: readonly string[],
  ) => {
    const valid = suite.validRequest(operationBy(`${verb}Claims`), { id: link_id })
    return sendAndCheck(`${verb}Claims`, { ...valid, body: JSON.stringify({ ids: claimIds }) })
  }
  const list = async (id: string) => (await get(`/api/one_links/${id}/claims`)).data

  it('are approved and rejected once, also by two requests at the same instant', async () => {
    const { id } = await createLink()
    for (let n = 0; n < 3; n++) await claim(id)
    const [first, second, third] = (await list(id)).map((each: { id: string }) => each.id)
    const results = await Promise.all(
      [1, 2].map(() => create(`/one_links/${id}/claims/approve`, { ids: [first, second] })),
    )
    assert.deepEqual(results.map(({ decided }) => decided).sort(), [0, 2])
    assert.deepEqual(await decide('reject', id, [third]), [])
    assert.deepEqual(await list(id), [])
    const { claimed } = await get(`/api/one_links/${id}`)
    assert.equal(claimed, 2)
  })

  it('cannot be decided after the end of the one-link', async () => {
    const { id } = await createLink()
    await claim(id)
    const [{ id: claimId }] = await list(id)
    await create(`/one_links/${id}/close`)
    for (const verb of ['approve', 'reject'] as const)
      assert.deepEqual(await decide(verb, id, [claimId]), ['invalid_transition'])
  })
})

suite.describeCoverage()
