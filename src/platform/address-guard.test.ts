import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isPublic, literalIn } from './address-guard.ts'

// biome-ignore format: a list to read
const forbidden = [
  'http://127.0.0.1/', 'http://127.1/', 'http://127.255.255.254/', 'http://0177.0.0.1/', 'http://0x7f.1/', 'http://0x7f000001/',
  'http://2130706433/', 'http://017700000001/', 'http://127.0.0.1./', 'http://１２７.０.０.１/', 'http://127。0。0。1/',
  'http:127.0.0.1', 'http:///127.0.0.1', 'http://user@127.0.0.1/', 'http://0.0.0.0/', 'http://0/',
  'http://10.0.0.1/', 'http://172.16.0.1/', 'http://172.31.255.255/', 'http://192.168.1.1/', 'http://192.168.257/',
  'http://100.64.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://0xa9fea9fe/', 'http://2852039166/', 'http://169.254.170.2/',
  'http://192.0.0.192/', 'http://192.0.2.1/', 'http://198.18.0.1/', 'http://198.51.100.1/', 'http://203.0.113.1/', 'http://192.88.99.1/',
  'http://224.0.0.1/', 'http://240.0.0.1/', 'http://255.255.255.255/',
  'http://[::1]/', 'http://[::]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://[::7f00:1]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/',
  'http://[::ffff:a9fe:a9fe]/', 'http://[64:ff9b::7f00:1]/', 'http://[64:ff9b:1::a9fe:a9fe]/', 'http://[2002:7f00:1::]/', 'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[fd00:ec2::254]/', 'http://[fc00::1]/', 'http://[fe80::1]/', 'http://[fec0::1]/', 'http://[ff02::1]/', 'http://[100::1]/',
  'http://[2001:db8::1]/', 'http://[3fff::1]/', 'http://[5f00::1]/', 'http://[4000::1]/',
]

it('forbids loopback, private, link-local, metadata and reserved addresses in every spelling', () => {
  for (const text of forbidden) {
    const literal = literalIn(new URL(text).hostname)
    assert.ok(literal !== undefined, `${text} is a literal`)
    assert.equal(isPublic(literal), false, text)
  }
})

it('lets public addresses pass', () => {
  for (const text of [
    'http://93.184.215.14/',
    'http://1.1.1.1/',
    'http://16777473/',
    'http://[2606:4700:4700::1111]/',
    'http://[2a00:1450:4001:830::200e]/',
  ]) {
    const literal = literalIn(new URL(text).hostname)
    assert.ok(literal !== undefined && isPublic(literal), text)
  }
})

it('takes a name for a name, and what it cannot read for forbidden', () => {
  assert.equal(literalIn(new URL('http://example.com\\@127.0.0.1/').hostname), undefined)
  assert.equal(literalIn('127.0.0.1.nip.io'), undefined)
  assert.equal(isPublic('example.com'), false)
  assert.equal(isPublic(''), false)
  assert.equal(isPublic('fe80::1%eth0'), false)
})
