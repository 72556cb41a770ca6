import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normalizeUrl, validateUrl } from './endpoint-url.ts'

const validate = (url: string) => validateUrl(url, { stage: 'staging', allowPrivate: true })

const refused = [
  'https://exam\u00adple.com/',
  'https://exam\u200bple.com/',
  'https://ｅxample.com/',
  'https://example。com/',
  'http://loc%61lhost/',
  'http:\\\\host\\path',
  'https://example.com\\@evil.example/',
  'http:host/path',
  'http:///host/',
  'http:/host/',
  'https://example.com/a/../b',
  'https://example.com/%2e%2e/c',
  'https://example.com/a/.',
  'https://example.com/\u202egpj.exe',
  'https://example.com/\ufeff',
  'http://@host/',
  'http://user@host/',
  'https://example.com:0/',
  `https://${'a'.repeat(64)}.example/`,
  `https://${'a.'.repeat(140)}example/`,
  'https://a..example/',
  'https://-a.example/',
  'https://a-.example/',
  'https://xn--a.example/',
  'https://xn--.example/',
  `https://example.com/${'ü'.repeat(2_000)}`,
  'https://example.com/\u2028',
  'https://①.example/',
]

const accepted: [text: string, stored: string][] = [
  ['https://example.com', 'https://example.com'],
  ['https://example.com/hook?a=b&c=%2F', 'https://example.com/hook?a=b&c=%2F'],
  ['HTTPS://Example.COM:443/Hook', 'https://example.com/Hook'],
  ['https://bücher.example/über?ß=1', 'https://xn--bcher-kva.example/%C3%BCber?%C3%9F=1'],
  ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
  ['https://a_b.example:65535/', 'https://a_b.example:65535/'],
  ['http://receiver.default.svc.cluster.local./', 'http://receiver.default.svc.cluster.local./'],
  ['http://127.1:4000/', 'http://127.0.0.1:4000/'],
  ['http://[::1]/', 'http://[::1]/'],
  ['https://例え.テスト/', 'https://xn--r8jz45g.xn--zckzah/'],
  ['https://example.com/a.b/..c/...', 'https://example.com/a.b/..c/...'],
]

describe('the URL of an endpoint', () => {
  for (const text of refused)
    it(`is refused: ${JSON.stringify(text).slice(0, 60)}`, () => {
      assert.equal(validate(text).length, 1)
    })

  for (const [text, stored] of accepted)
    it(`is stored as it is requested: ${text}`, () => {
      assert.deepEqual(validate(text), [])
      assert.equal(normalizeUrl(text), stored)
      assert.deepEqual(validate(stored), [])
      assert.equal(normalizeUrl(stored), stored)
    })
})
