import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#contract'
import { isAddressAllowed, parseAllowedAddresses } from './allowed-addresses.ts'

const rejectionOf = (input: readonly string[]) => {
  try {
    parseAllowedAddresses(input)
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return error.fieldErrors
  }
  return []
}

describe('the allowed addresses of a token', () => {
  it('have one form, without duplicates', () => {
    assert.deepEqual(
      parseAllowedAddresses([
        ' 203.0.113.7 ',
        '203.0.113.7/32',
        '203.0.113.0/24',
        '2001:DB8:0:0::/32',
        '2001:db8::1',
        '2001:0db8::0001/128',
        '10.0.0.0/08',
      ]),
      ['203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '2001:db8::1', '10.0.0.0/8'],
    )
  })

  // biome-ignore format: columns
  const invalidEntries: [entry: string, message: RegExp][] = [
    ['',                        /such as 203\.0\.113\.0\/24/],
    ['example.com',             /not “example\.com”/],
    ['203.0.113',               /not “203\.0\.113”/],
    ['203.0.113.256',           /not “203\.0\.113\.256”/],
    ['010.0.0.1',               /not “010\.0\.0\.1”/],
    ['0x7f000001',              /not “0x7f000001”/],
    ['203.0.113.0/24/24',       /not “/],
    ['203.0.113.0/',            /not “/],
    ['203.0.113.0/-1',          /not “/],
    ['203.0.113.0/24.0',        /not “/],
    ['203.0.113.7:443',         /not “/],
    ['[2001:db8::1]',           /not “/],
    ['fe80::1%eth0',            /not “fe80::1%eth0”/],
    ['203.0.113.0/33',          /at most 32 bits, not “203\.0\.113\.0\/33”/],
    ['2001:db8::/129',          /at most 128 bits/],
    ['0.0.0.0/0',               /every address: leave the list empty/],
    ['203.0.113.7/0',           /every address: leave the list empty/],
    ['::/0',                    /every address: leave the list empty/],
    ['203.0.113.7/24',          /write 203\.0\.113\.0\/24 in place of 203\.0\.113\.7\/24/],
    ['2001:db8::1/64',          /write 2001:db8::\/64 in place of 2001:db8::1\/64/],
    ['::ffff:203.0.113.7',      /write ::ffff:203\.0\.113\.7 as IPv4/],
    ['::ffff:0:0/96',           /as IPv4/],
    [`203.0.113.7${' '.repeat(9)}/24`, /not “/],
    ['x'.repeat(10_000),        /not “x{64}”$/],
  ]
  for (const [entry, message] of invalidEntries)
    it(`cannot contain ${JSON.stringify(entry.slice(0, 30))}`, () => {
      const [error, ...others] = rejectionOf(['203.0.113.7', entry])
      assert.deepEqual(others, [])
      assert.equal(error?.param, 'allowed_addresses.1')
      assert.match(error?.message ?? '', message)
    })

  it('are at most 50', () => {
    const entries = Array.from({ length: 51 }, (_, n) => `203.0.113.${n}`)
    assert.equal(parseAllowedAddresses(entries.slice(1)).length, 50)
    assert.deepEqual(
      rejectionOf(entries).map(({ code, param }) => [code, param]),
      [['too_many', 'allowed_addresses']],
    )
  })
})

describe('a client address', () => {
  const allowed = ['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48', '2001:db8::1']
  // biome-ignore format: columns
  const addresses: [address: string, isAllowed: boolean][] = [
    ['203.0.113.7',              true],
    ['203.0.113.8',              false],
    ['198.51.100.0',             true],
    ['198.51.100.255',           true],
    ['198.51.101.0',             false],
    ['::ffff:203.0.113.7',       true],
    ['::ffff:cb00:7107',         true],
    ['::FFFF:198.51.100.3',      true],
    ['::ffff:203.0.113.8',       false],
    ['::203.0.113.7',            false],
    ['64:ff9b::203.0.113.7',     false],
    ['2001:db8:1:ffff::1',       true],
    ['2001:0DB8:0001:0000::5',   true],
    ['2001:db8:2::1',            false],
    ['2001:db8::1',              true],
    ['2001:db8::1%eth0',         true],
    ['2001:db8::2',              false],
    ['',                         false],
    ['unknown',                  false],
    ['203.0.113.7, 10.0.0.1',    false],
    ['203.0.113.7:443',          false],
    ['0xcb007107',               false],
  ]
  for (const [address, isAllowed] of addresses)
    it(`${JSON.stringify(address)} is ${isAllowed ? 'allowed' : 'rejected'}`, () => {
      assert.equal(isAddressAllowed(allowed, address), isAllowed)
    })

  it('is allowed if the list is empty, whatever its form', () => {
    for (const [address] of addresses) assert.equal(isAddressAllowed([], address), true)
  })
})
