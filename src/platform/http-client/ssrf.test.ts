import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  localNames,
  privateAnswers,
  privateHosts,
  privateUrls,
  publicHosts,
} from '#test/private-addresses'
import { getPort, isPrivateName, isPublicAddress, parseIpLiteral } from './ssrf.ts'

it('forbids loopback, private, link-local, metadata and reserved addresses in every spelling', () => {
  for (const text of [...privateHosts.map((host) => `http://${host}/`), ...privateUrls(80)]) {
    const ipLiteral = parseIpLiteral(new URL(text).hostname)
    assert.ok(ipLiteral !== undefined, `${text} is a literal`)
    assert.equal(isPublicAddress(ipLiteral), false, text)
  }
  for (const address of privateAnswers) assert.equal(isPublicAddress(address), false, address)
})

it('allows public addresses', () => {
  for (const host of publicHosts) {
    const ipLiteral = parseIpLiteral(new URL(`http://${host}/`).hostname)
    assert.ok(ipLiteral !== undefined && isPublicAddress(ipLiteral), host)
  }
})

it('distinguishes names from literals, and forbids addresses that it cannot parse', () => {
  assert.equal(parseIpLiteral(new URL('http://example.com\\@127.0.0.1/').hostname), undefined)
  assert.equal(parseIpLiteral('127.0.0.1.nip.io'), undefined)
  assert.equal(isPublicAddress('example.com'), false)
  assert.equal(isPublicAddress(''), false)
  assert.equal(isPublicAddress('fe80::1%eth0'), false)
})

it('recognizes names that lead into the internal network', () => {
  for (const name of localNames) assert.equal(isPrivateName(name), true, name)
  for (const name of ['example.com', 'example.com.', 'internal.example.com', 'local.example.org'])
    assert.equal(isPrivateName(name), false, name)
})

it('returns the default port of a URL without one', () => {
  const ports = ['https://a.example/', 'http://a.example/', 'https://a.example:8443/']
  assert.deepEqual(
    ports.map((text) => getPort(new URL(text))),
    [443, 80, 8443],
  )
})
