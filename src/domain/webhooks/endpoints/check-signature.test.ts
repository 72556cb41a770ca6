import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { type SignatureMistake, signatureMistakes } from '#contract/signature-mistakes'
import { toStandardSecret } from '../engine/signing.ts'
import { findSignatureMistake } from './check-signature.ts'

const secret = `svc-whsec-${'a'.repeat(43)}`
const previous = `svc-whsec-${'b'.repeat(43)}`
const timestamp = '1767225600'
const body = '{"name":"Zoë",\n"n":1}'
const mac = (content: string | Buffer, key = secret) => createHmac('sha256', key).update(content)
const signed = `${timestamp}.${body}`
const valid = mac(signed).digest('hex')

describe('findSignatureMistake', () => {
  it('returns null for a valid signature', () => {
    assert.equal(findSignatureMistake([secret], { timestamp, body, signature: valid }), null)
  })

  // biome-ignore format: read down the columns
  const computed: Record<SignatureMistake, string> = {
    signature_case:         valid.toUpperCase(),
    signature_base64:       mac(signed).digest('base64'),
    signature_length:       valid.slice(1),
    secret_whitespace:      mac(signed, `${secret}\n`).digest('hex'),
    secret_quotes:          mac(signed, `"${secret}"`).digest('hex'),
    secret_prefix:          mac(signed, secret.slice('svc-whsec-'.length)).digest('hex'),
    secret_standard:        mac(signed, toStandardSecret(secret)).digest('hex'),
    secret_previous:        mac(signed, previous).digest('hex'),
    body_line_end:          mac(`${signed}\n`).digest('hex'),
    body_line_breaks:       mac(`${timestamp}.${body.replace('\n', '\r\n')}`).digest('hex'),
    body_byte_order_mark:   mac(`${timestamp}.\ufeff${body}`).digest('hex'),
    body_parsed:            mac(`${timestamp}.${JSON.stringify(JSON.parse(body), null, 2)}`).digest('hex'),
    body_encoding:          mac(Buffer.from(signed, 'latin1')).digest('hex'),
    timestamp_milliseconds: mac(`${timestamp}000.${body}`).digest('hex'),
    content_body_only:      mac(body).digest('hex'),
    content_no_dot:         mac(`${timestamp}${body}`).digest('hex'),
    content_without_key:     createHash('sha256').update(signed).digest('hex'),
    unknown:                mac(signed, 'another secret').digest('hex'),
  }
  for (const mistake of signatureMistakes)
    it(`finds the mistake ${mistake}`, () => {
      const signature = computed[mistake]
      assert.equal(
        findSignatureMistake([secret, previous], { timestamp, body, signature }),
        mistake,
      )
    })

  it('reads a signature with white space around it, which headers do not have', () => {
    const signature = ` ${valid}\n`
    assert.equal(findSignatureMistake([secret], { timestamp, body, signature }), 'signature_case')
  })
})
