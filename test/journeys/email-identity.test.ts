import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as mail from '#email'
import { createTestApp } from '#test/api-harness'
import { pluck } from '#test/pluck'

const testApp = await createTestApp()
const { api } = testApp
const campaign_id = testApp.campaign('email').id

const spellings = [
  'dana.jos\u00e9@b\u00fccher.example',
  'dana.jos\u00e9@xn--bcher-kva.example',
  'DANA.JOS\u00c9@B\u00dcCHER.EXAMPLE',
  'dana.jose\u0301@bu\u0308cher.example',
]

it('one address in several spellings is one recipient', async () => {
  const ids = new Set<string>()
  for (const email of spellings) {
    const recipient = { first_name: 'Dana', last_name: 'Lee', email }
    const { status, json, text } = await api.post('/gift_requests', { campaign_id, recipient })
    assert.equal(status, 201, text)
    assert.equal(json.recipient.email, email, 'the spelling is stored')
    ids.add(json.recipient.id)
  }
  assert.equal(ids.size, 1)
  const [id = ''] = ids
  for (const email of spellings) {
    const query = encodeURIComponent(email)
    const gifts = await api.get(`/gift_requests?recipient_email=${query}`)
    assert.equal(gifts.json.data.length, spellings.length, email)
    const found = await api.get(`/recipients?q=${query}`)
    assert.deepEqual(pluck(found.json.data, 'id'), [id], email)
    await testApp.run(async (ctx) => mail.suppressAddress(ctx, email, 'a test'))
    const all = await testApp.run((ctx) => mail.findBouncedEmails(ctx, spellings))
    assert.equal(all.size, spellings.length, email)
    await testApp.run(async (ctx) => mail.clearBounce(ctx, spellings[0] ?? ''))
    assert.equal((await testApp.run((ctx) => mail.findBouncedEmails(ctx, [email]))).size, 0)
  }
  const erased = await api.post('/recipients/erase', { email: spellings[1] })
  assert.equal(erased.status, 200, erased.text)
  for (const email of spellings) {
    const query = encodeURIComponent(email)
    const { json } = await api.get(`/gift_requests?recipient_email=${query}`)
    assert.deepEqual(json.data, [], email)
  }
})
