import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { explainSignature } from './explain-signature.ts'
import { sliceJson } from './raw-json.ts'

const secret = `svc-whsec-${'a'.repeat(43)}`
const now = new Date('2026-05-01T10:30:00Z')
const timestamp = String(now.getTime() / 1000)
const body = Buffer.from('{"b":1,"a":"é"}')
const mac = (data: string | Buffer, key = secret) => createHmac('sha256', key).update(data)
const signed = `${timestamp}.${body}`
const signature = mac(signed).digest('hex')
const valid = { secret, body, signature, timestamp, tolerance: 300, now }

describe('explainSignature', () => {
  it('accepts a valid signature as fresh or stale', () => {
    assert.deepEqual(explainSignature(valid), {
      genuine: true,
      fresh: true,
      age: 0,
      differs: null,
      explanation: 'The signature is valid.',
    })
    const stale = explainSignature({ ...valid, now: new Date(now.getTime() + 301_000) })
    assert.deepEqual([stale.genuine, stale.fresh, stale.age], [true, false, 301])
  })

  // biome-ignore format: read down the columns
  const mistakes: [name: string, override: Partial<typeof valid>, differs: string | null, pattern: RegExp][] = [
    ['upper case',            { signature: signature.toUpperCase() },                    'signature', /lower-case/],
    ['base64',                { signature: mac(signed).digest('base64') },               'signature', /base64/],
    ['cut off',               { signature: signature.slice(1) },                         'signature', /missing/],
    ['a line break after',    { secret: `${secret}\n` },                                 'secret',    /line break/],
    ['in quotes',             { secret: `"${secret}"` },                                 'secret',    /quotation/],
    ['no prefix',             { secret: secret.slice(10) },                              'secret',    /prefix/],
    ['the standard format',   { secret: `whsec_${Buffer.from(secret).toString('base64')}` }, 'secret', /Standard/],
    ['a trailing line break', { body: Buffer.concat([body, Buffer.from('\n')]) },        'body',      /line break at its end/],
    ['a byte order mark',     { body: Buffer.from(`\ufeff${body}`) },                    'body',      /byte order/],
    ['serialized again',      { body: Buffer.from(JSON.stringify(JSON.parse(String(body)), null, 2)) }, 'body', /parsed/],
    ['milliseconds',          { timestamp: `${timestamp}000` },                          'timestamp', /milliseconds/],
    ['only the body',         { signature: mac(body).digest('hex') },                    'signature', /Only the body/],
    ['no full stop',          { signature: mac(`${timestamp}${body}`).digest('hex') },   'signature', /full stop/],
    ['another secret',        { secret: `svc-whsec-${'b'.repeat(43)}` },                 null,        /another endpoint/],
  ]
  for (const [name, override, differs, pattern] of mistakes) {
    it(`finds the mistake: ${name}`, () => {
      const result = explainSignature({ ...valid, ...override })
      assert.equal(result.genuine, false)
      assert.equal(result.differs, differs)
      assert.match(result.explanation, pattern)
    })
  }
})

describe('sliceJson', () => {
  it('returns the exact text of a value', () => {
    const text = '{ "a" : [1, {"b\\"}":  {"c": "x]}", "d":1.0e2} } ] , "e":null}'
    assert.equal(sliceJson(text, ['a', 1, 'b"}']), '{"c": "x]}", "d":1.0e2}')
    assert.equal(sliceJson(text, ['a', 1, 'b"}', 'd']), '1.0e2')
    assert.equal(sliceJson(text, ['e']), 'null')
    assert.equal(sliceJson(text, ['a', 0]), '1')
    for (const nothing of [['f'], ['a', 2], ['e', 'x'], ['a', 'b']])
      assert.equal(sliceJson(text, nothing), undefined)
  })

  it('works for any JSON and any white space', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.json(),
        fc.string(),
        fc.integer({ min: 0, max: 4 }),
        (one, other, name, gap) => {
          const value = { before: JSON.parse(other), [name]: [JSON.parse(other), JSON.parse(one)] }
          const text = JSON.stringify(value, null, gap)
          const result = sliceJson(text, [name, 1])
          assert.ok(result !== undefined)
          assert.deepEqual(JSON.parse(result), JSON.parse(one))
          if (gap === 0) assert.equal(result, JSON.stringify(JSON.parse(one)))
        },
      ),
    )
  })
})
