import assert from 'node:assert/strict'
import { it } from 'node:test'
import { redactAddresses } from './redact-addresses.ts'

it('hides a postal address and nothing else', () => {
  const address = { name: 'Ada', line_1: 'Linden 1' }
  const body = {
    id: 'x',
    data: { shipping_address: address, note: 'a "shipping_address" is here' },
  }
  const redacted = JSON.parse(redactAddresses(JSON.stringify(body)))
  assert.match(redacted.data.shipping_address.line_1, /^hidden/)
  assert.ok(!JSON.stringify(redacted).includes('Linden'))
  assert.deepEqual({ ...redacted, data: redacted.data.note }, { id: 'x', data: body.data.note })
})

it('returns a body without an address unchanged', () => {
  for (const body of [
    '{"a": 1.0}',
    '{"shipping_address":  null, "n": 1e2}',
    '{"a":"shipping_address"}',
  ])
    assert.equal(redactAddresses(body), body)
})
