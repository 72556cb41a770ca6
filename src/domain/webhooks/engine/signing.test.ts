import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  computeSignature,
  computeStandardSignature,
  generateSecret,
  toStandardSecret,
} from './signing.ts'

const secret = generateSecret()
const timestamp = Math.floor(Date.now() / 1000)
const body = Buffer.from('{"name":"Zoë 李 🎁 \\u2028","n":1}')

it('generates secrets of 32 random bytes in the documented format', () => {
  assert.match(secret, /^svc-whsec-[A-Za-z0-9_-]{43}$/)
  assert.notEqual(generateSecret(), generateSecret())
})

it('computes the same signature as an implementation in another language', () => {
  const openssl = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-hex'], {
    input: Buffer.concat([Buffer.from(`${timestamp}.`), body]),
    encoding: 'utf8',
  })
  assert.equal(openssl.trim().split(' ').at(-1), computeSignature(secret, timestamp, body))
})

it('makes the signature depend on every byte of the body and on the timestamp', () => {
  const signed = computeSignature(secret, timestamp, body)
  assert.notEqual(
    computeSignature(secret, timestamp, Buffer.concat([body, Buffer.from('\n')])),
    signed,
  )
  assert.notEqual(computeSignature(secret, timestamp + 1, body), signed)
  assert.notEqual(computeSignature(generateSecret(), timestamp, body), signed)
})

it('passes an independent Standard Webhooks verifier, also during a rotation', () => {
  const old = generateSecret()
  const id = '01a1fd8b-fcb0-70b5-9357-196c179201a4'
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [secret, old]
      .map((each) => computeStandardSignature(each, id, timestamp, body))
      .join(' '),
  }
  for (const each of [secret, old])
    assert.deepEqual(
      new Webhook(toStandardSecret(each)).verify(body, headers),
      JSON.parse(body.toString()),
    )
  assert.throws(() => new Webhook(toStandardSecret(generateSecret())).verify(body, headers))
})
