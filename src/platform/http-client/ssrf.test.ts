import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  localNames,
  privateAnswers,
  privateHosts,
  privateUrls,
  publicHosts,
} from '#test/private-addresses'
import { createResolver } from './dns.ts'
import {
  getPort,
  isAllowedAddress,
  isPrivateName,
  isPublicAddress,
  parseIpLiteral,
  parseNetwork,
} from './ssrf.ts'

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

const rules = {
  allowPrivate: false,
  allowedNetworks: ['10.20.0.0/16', 'fd12:3456:789a::/48', '192.168.7.9'].map(parseNetwork),
}

it('allows the networks of the operator, and no other private address', () => {
  for (const address of [
    '10.20.0.1',
    '10.20.255.255',
    'fd12:3456:789a:1::5',
    '192.168.7.9',
    '8.8.8.8',
  ])
    assert.equal(isAllowedAddress(address, rules), true, address)
  // a mapped or NAT64 address means the IPv4 address that it contains
  for (const address of ['::ffff:10.20.0.1', '64:ff9b::10.20.0.1'])
    assert.equal(isAllowedAddress(address, rules), true, address)
  for (const address of ['10.21.0.1', '192.168.7.10', 'fd12:3456:789b::1', '127.0.0.1', '::1', ''])
    assert.equal(isAllowedAddress(address, rules), false, address)
})

it('never allows metadata services, in any spelling and in any network', () => {
  const networks = ['168.0.0.0/8', '169.0.0.0/8', '100.0.0.0/8', '192.0.0.0/8', 'fc00::/7', '::/8']
  const wide = { allowPrivate: false, allowedNetworks: networks.map(parseNetwork) }
  const development = { allowPrivate: true }
  assert.equal(isAllowedAddress('192.168.1.1', wide), true)
  for (const address of ['192.168.1.1', '127.0.0.1', '::1', 'fd12::1', '8.8.8.8'])
    assert.equal(isAllowedAddress(address, development), true, address)
  for (const address of [
    '169.254.169.254',
    '169.254.170.2',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:0ec2:0:0:0:0:0:254',
    'fd20:ce::254',
  ])
    for (const rules of [wide, development])
      assert.equal(isAllowedAddress(address, rules), false, address)
  assert.equal(isAllowedAddress('::', wide), false)
})

it('refuses a name with an address outside the allowed networks, also after its records change', async () => {
  const answers: Record<string, string[][]> = {
    'inside.lan': [['10.20.1.1']],
    'mixed.example.com': [['10.20.1.1', '10.99.0.1']],
    'metadata.google.internal': [['169.254.169.254']],
    'rebinds.example.com': [['8.8.8.8'], ['127.0.0.1']],
  }
  const lookup = async (name: string) => {
    const list = answers[name] ?? []
    return (list.length > 1 ? list.shift() : list[0]) ?? []
  }
  const resolver = createResolver({ ...rules, lookup }, 0)
  const resolve = async (host: string) => {
    const result = await resolver.resolve(new URL(`http://${host}/`), performance.now() + 5_000)
    return 'error' in result ? result.error : result.addresses.map(({ address }) => address)
  }
  assert.deepEqual(await resolve('inside.lan'), ['10.20.1.1'])
  assert.equal(await resolve('mixed.example.com'), 'address_refused')
  assert.equal(await resolve('metadata.google.internal'), 'address_refused')
  assert.deepEqual(await resolve('rebinds.example.com'), ['8.8.8.8'])
  assert.equal(await resolve('rebinds.example.com'), 'address_refused')
  assert.equal(await resolve('169.254.169.254'), 'address_refused')
})
