import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hideAddresses } from './hide-addresses.ts'

it('masks addresses, phone numbers and links of recipients anywhere in a value', () => {
  // biome-ignore format: read down the columns
  const texts: readonly (readonly [string, string])[] = [
    ['ada@example.com',                                    'a…@example.com'],
    ['Ada <ada.l+x@mail.example.com>, hello',              'Ada <a…@mail.example.com>, hello'],
    ['{"email":"ada@example.com","n":"1"}',                '{"email":"a…@example.com","n":"1"}'],
    ['ünï@exämple.com',                                    'ü…@exämple.com'],
    ['https://gifts.example.com/r/abc-DEF_1/choose?x=1',   'https://gifts.example.com/r/…'],
    ['see http://localhost:3000/l/CODE now',               'see http://localhost:3000/l/… now'],
    ['{"url":"https://g.example/r/secret"}',               '{"url":"https://g.example/r/…"}'],
    ['+4915112345678',                                     '+49…'],
    ['GR-2026-0001 2026-05-01T10:00:00+0200',              'GR-2026-0001 2026-05-01T10:00:00+0200'],
    ['https://example.com/campaigns/1',                    'https://example.com/campaigns/1'],
    ['/search?q=ada%40example.com&x=1',                    '/…%40example.com&x=1'],
    ['a%b@example.com',                                    'a…@example.com'],
    ['not@all',                                            'not@all'],
  ]
  for (const [text, masked] of texts) assert.equal(hideAddresses(text), masked)
  const at = new Date()
  assert.deepEqual(hideAddresses({ a: [{ b: 'ada@example.com' }], at, n: null, c: 1, d: true }), {
    a: [{ b: 'a…@example.com' }],
    at,
    n: null,
    c: 1,
    d: true,
  })
})

it('takes linear time for long texts without an address', () => {
  const started = performance.now()
  hideAddresses(`${'a'.repeat(50_000)}@`.repeat(2) + 'https://x'.repeat(5_000))
  assert.ok(performance.now() - started < 5_000)
})
