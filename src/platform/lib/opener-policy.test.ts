import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openerPolicy } from './opener-policy.ts'

it('isolates the pages of https and loopback origins only, because browsers reject the header elsewhere', () => {
  const isolated = { 'cross-origin-opener-policy': 'same-origin' }
  for (const origin of [
    'https://gifts.example.com',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])
    assert.deepEqual(openerPolicy(origin), isolated, origin)
  for (const origin of ['http://192.0.2.2:3000', 'http://gifts.example.com'])
    assert.deepEqual(openerPolicy(origin), {}, origin)
})
