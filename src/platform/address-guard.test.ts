import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  homeNames,
  privateAnswers,
  privateHosts,
  privateUrls,
  publicHosts,
} from '#test/private-addresses'
import { isPrivateName, isPublic, literalIn, portOf } from './address-guard.ts'

it('forbids loopback, private, link-local, metadata and reserved addresses in every spelling', () => {
  for (const text of [...privateHosts.map((host) => `http://${host}/`), ...privateUrls(80)]) {
    const literal = literalIn(new URL(text).hostname)
    assert.ok(literal !== undefined, `${text} is a literal`)
    assert.equal(isPublic(literal), false, text)
  }
  for (const address of privateAnswers) assert.equal(isPublic(address), false, address)
})

it('lets public addresses pass', () => {
  for (const host of publicHosts) {
    const literal = literalIn(new URL(`http://${host}/`).hostname)
    assert.ok(literal !== undefined && isPublic(literal), host)
  }
})

it('takes a name for a name, and what it cannot read for forbidden', () => {
  assert.equal(literalIn(new URL('http://example.com\\@127.0.0.1/').hostname), undefined)
  assert.equal(literalIn('127.0.0.1.nip.io'), undefined)
  assert.equal(isPublic('example.com'), false)
  assert.equal(isPublic(''), false)
  assert.equal(isPublic('fe80::1%eth0'), false)
})

it('knows the names that lead into the network of the service', () => {
  for (const name of homeNames) assert.equal(isPrivateName(name), true, name)
  for (const name of ['example.com', 'example.com.', 'internal.example.com', 'local.example.org'])
    assert.equal(isPrivateName(name), false, name)
})

it('knows the port of a URL without one', () => {
  const ports = ['https://a.example/', 'http://a.example/', 'https://a.example:8443/']
  assert.deepEqual(
    ports.map((text) => portOf(new URL(text))),
    [443, 80, 8443],
  )
})
