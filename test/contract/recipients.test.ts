import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { giftBody } from '#test/api-harness'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness, operationBy } from '#test/contract-harness'
import type { FieldErrorRow } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { pluck } from '#test/pluck'

/* The contract tests of recipients and their personal data. */

const harness = await createContractHarness()
const { testApp, get, create, sendAndCheck } = harness
const gift = await create('/gift_requests', giftBody(testApp))
const newAddress = () => `ada.${randomBytes(6).toString('hex')}@example.org`

const emailRows = (id: string): FieldErrorRow[] => [
  [id, 'unknown_parameter', { email: newAddress(), why: 'x' }],
  [id, 'required', {}],
  [id, 'invalid', { email: 1 }],
  [id, 'invalid_format', { email: 'nowhere' }],
  [id, 'too_long', { email: `${'x'.repeat(250)}@example.org` }],
  [id, 'invalid', { email: newAddress() }, '?dry_run=perhaps'],
]

const suite = createContractSuite({
  harness,
  operations: contractGroups.recipients ?? [],
  params: { '/recipients/{id}': { id: gift.recipient.id } },
  exampleIds: { 'ada.larkin@example.com': newAddress },
  rows: [
    ['listRecipients', 'invalid', undefined, '?status=happy'],
    ['clearRecipientBounce', 'unknown_parameter', { why: 'x' }],
    ...emailRows('correctRecipientEmail'),
    ...emailRows('erasePersonalData'),
  ],
})

suite.describeAll()

describe('a recipient', () => {
  const send = async (id: string, path: string, body: object) => {
    const { method, headers } = suite.validRequest(operationBy(id))
    return sendAndCheck(id, { method, headers, path: `/api${path}`, body: JSON.stringify(body) })
  }

  it('gets a correct address in all gift requests on their way, and not in a dry run', async () => {
    const { recipient } = await create('/gift_requests', giftBody(testApp))
    const body = giftBody(testApp)
    const second = { ...body, recipient: { ...body.recipient, email: recipient.email } }
    const ended = await create('/gift_requests', second)
    await create(`/gift_requests/${ended.id}/cancel`)
    await create('/gift_requests', second)
    const path = `/recipients/${recipient.id}/correct_email`
    const email = newAddress()
    const addresses = async (id: string) =>
      (await get(`/api/recipients/${id}/gift_requests`)).data.map(
        (each: { recipient: { email: string } }) => each.recipient.email,
      )
    assert.deepEqual(await send('correctRecipientEmail', `${path}?dry_run=true`, { email }), [])
    assert.deepEqual(await addresses(recipient.id), Array(3).fill(recipient.email))
    const { recipient_id, gift_request_ids } = await create(path, { email })
    assert.equal(gift_request_ids.length, 2)
    assert.deepEqual(await addresses(recipient.id), [recipient.email])
    assert.deepEqual(await addresses(recipient_id), [email, email])
  })

  it('with more than a hundred gift requests on their way is not corrected at once', async () => {
    const body = giftBody(testApp)
    const gift_requests = Array.from({ length: 50 }, () => body)
    const { data } = await create('/gift_requests/batch', { gift_requests })
    for (let hour = 1; hour <= 2; hour++) {
      await testApp.advanceTime(60 * 60 * 1000)
      await create('/gift_requests/batch', { gift_requests })
    }
    const path = `/recipients/${data[0].recipient.id}/correct_email`
    assert.deepEqual(await send('correctRecipientEmail', path, { email: newAddress() }), [
      'not_allowed',
    ])
  })

  it('is exported with everything, and erased once', async () => {
    const { recipient, id } = await create('/gift_requests', giftBody(testApp))
    const { email } = recipient
    const data = await get(`/api/recipients/${recipient.id}/personal_data`)
    assert.deepEqual(pluck(data.gift_requests, 'id'), [id])
    const dryRun = await create('/recipients/erase?dry_run=true', { email })
    assert.deepEqual([dryRun.gift_requests, dryRun.is_dry_run], [1, true])
    assert.equal((await get(`/api/gift_requests/${id}`)).recipient.email, email)
    const events = await testApp.countEvents()
    const results = await Promise.all([1, 2].map(() => create('/recipients/erase', { email })))
    assert.deepEqual(results.map((each) => each.gift_requests).sort(), [0, 1])
    assert.deepEqual(results.map((each) => each.cancelled).sort(), [0, 1])
    assert.equal(await testApp.countEvents(), events + 1)
    const after = await get(`/api/gift_requests/${id}`)
    assert.deepEqual([after.recipient.email, after.status], ['', 'cancelled'])
    assert.equal((await get(`/api/recipients/${recipient.id}`)).errors[0].code, 'not_found')
    const entries = await testApp.run((ctx) =>
      ctx.query<{ actor_kind: string; details: unknown }>(
        `select actor_kind, details from access.audit_entry
          where account_id = $1 and action in ('privacy.erase', 'privacy.export')`,
        [ctx.account_id],
      ),
    )
    assert.ok(entries.length > 2)
    for (const entry of entries) assert.equal(entry.actor_kind, 'api_token')
    assert.doesNotMatch(JSON.stringify(entries), /@/)
  })
})

suite.describeCoverage()
