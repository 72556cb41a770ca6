import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseJson } from './json-request.ts'

const parse = (json: string) => parseJson(Buffer.from(json))

it('keeps every digit of an integer that a number cannot hold', () => {
  const json = '{"card":6000123412341234567,"list":[-9007199254740993, 9007199254740991],"a":1}'
  assert.deepEqual(parse(json), {
    ...{ card: '6000123412341234567', list: ['-9007199254740993', 9007199254740991], a: 1 },
  })
  const others = '["6000123412341234567",0.1234567890123456789,1e-1,12345678901234567.5,1.5e300]'
  assert.deepEqual(parse(others), JSON.parse(others))
  assert.deepEqual(parse('6000123412341234567'), '6000123412341234567')
  assert.deepEqual(parse('["\\"6000123412341234567",1]'), ['"6000123412341234567', 1])
})

it('removes what PostgreSQL cannot store, also from names', () => {
  const json = String.raw`{"a\u0000b":"x\u0000y\ud83dz\\u0000\ud83d\ude00\udE00\n\u00e9"}`
  assert.deepEqual(parse(json), { ab: 'xy�z\\u0000😀�\né' })
})

it('returns undefined for what is no JSON, or too deep', () => {
  assert.equal(parse('{"a":'), undefined)
  assert.equal(parse('"'), undefined)
  assert.equal(parse(`${'[{"a":'.repeat(60)}1${'}]'.repeat(60)}`), undefined)
  assert.equal(parse('['.repeat(100_000) + ']'.repeat(100_000)), undefined)
  const brackets = JSON.stringify(['['.repeat(500), '\\', '{"'.repeat(500)])
  assert.deepEqual(parse(brackets), JSON.parse(brackets))
})

it('takes linear time for hostile responses', () => {
  const size = 256_000
  const hostile = [
    `[1234567890123456789${',0'.repeat(size / 2)}]`,
    `[${'1234567890123456789,'.repeat(size / 20)}1]`,
    `["${'\\u0000'.repeat(size / 6)}"]`,
    `["${'\\"'.repeat(size / 2)}\\u0000"]`,
    `["${'\\"'.repeat(size / 2)}`,
    `[${'[],'.repeat(size / 3)}1]`,
    '1'.repeat(size),
  ]
  for (const json of hostile) {
    const start = performance.now()
    parse(json)
    assert.ok(performance.now() - start < 20_000, json.slice(0, 30))
  }
})
