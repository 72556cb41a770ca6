import { isIPv6 } from 'node:net'

/**
 * Returns the key that counts the requests of one client. An IPv6 customer usually has a whole /64, so all of
 * its addresses share one key. An IPv4 address, also in IPv6 notation, is its own key.
 */
export function toClientNetwork(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  return `${expandIPv6(plain).slice(0, 4).join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function expandIPv6(address: string): string[] {
  // the last 32 bits may be in dotted notation, but they are outside the /64
  const [left = '', right] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::')
  const splitGroups = (text: string) => (text === '' ? [] : text.split(':'))
  const [head, tail] = [splitGroups(left), splitGroups(right ?? '')]
  const zeros = right === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/, ''))
}
