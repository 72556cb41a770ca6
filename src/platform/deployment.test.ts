import assert from 'node:assert/strict'
import { it } from 'node:test'
import { recipientOrigin } from './deployment.ts'

const hosts = {
  nameOf: (account_id: string) => (account_id === 'acorn' ? 'gifts.acorn.example' : undefined),
  accountOf: () => undefined,
}

it('replaces the host of the origin only, for an account with a host', () => {
  for (const [origin, expected] of [
    ['https://bestow.example', 'https://gifts.acorn.example'],
    ['https://bestow.example:8443', 'https://gifts.acorn.example:8443'],
    ['http://localhost:3000', 'http://gifts.acorn.example:3000'],
    ['http://[::1]:3000', 'http://gifts.acorn.example:3000'],
  ] as const) {
    assert.equal(recipientOrigin({ origin, hosts }, 'acorn'), expected)
    assert.equal(recipientOrigin({ origin, hosts }, 'birch'), origin)
    assert.equal(recipientOrigin({ origin }, 'acorn'), origin)
  }
})
