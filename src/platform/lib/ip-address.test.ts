import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ipRateLimitKey, isLoopback, isPrivateAddress } from './ip-address.ts'

// biome-ignore format: read down the columns
const addresses: [address: string, loopback: boolean, isPrivate: boolean, key: string][] = [
  ['127.0.0.1',            true,  true,  '127.0.0.1'],
  ['127.9.9.9',            true,  true,  '127.9.9.9'],
  ['::1',                  true,  true,  '::/64'],
  ['::ffff:127.0.0.1',     true,  true,  '127.0.0.1'],
  ['10.1.2.3',             false, true,  '10.1.2.3'],
  ['192.168.0.9',          false, true,  '192.168.0.9'],
  ['100.64.0.1',           false, true,  '100.64.0.1'],
  ['fd00:1:2:3:4:5:6:7',   false, true,  'fd00:1:2:3::/64'],
  ['fe80::1%eth0',         false, true,  'fe80::/64'],
  ['8.8.8.8',              false, false, '8.8.8.8'],
  ['::ffff:8.8.8.8',       false, false, '8.8.8.8'],
  ['2a00:1:2:3:4:5:6:7',   false, false, '2a00:1:2:3::/64'],
  ['2a00:1:2:3::8',        false, false, '2a00:1:2:3::/64'],
  ['2a00:1:2:4::8',        false, false, '2a00:1:2:4::/64'],
  ['0.0.0.0',              false, false, '0.0.0.0'],
  ['unknown',              false, false, 'unknown'],
]

for (const [address, loopback, priv, key] of addresses) {
  it(`classifies ${address}`, () => {
    assert.equal(isLoopback(address), loopback)
    assert.equal(isPrivateAddress(address), priv)
    assert.equal(ipRateLimitKey(address), key)
  })
}

it('treats localhost and bracketed addresses as loopback, and other names not', () => {
  for (const host of ['localhost', 'LOCALHOST', '[::1]']) assert.ok(isLoopback(host), host)
  for (const host of ['localhost.example.com', '127.0.0.1.nip.io', '', '::', '0.0.0.0'])
    assert.ok(!isLoopback(host), host)
})
