import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns whether a name or address is loopback. An IPv6 address may have brackets. */
export function isLoopback(host: string): boolean {
  const address = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return (
    address === 'localhost' ||
    (isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback')
  )
}

const privateRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/**
 * Returns whether an address belongs to this computer or to a private network.
 * Returns false for invalid addresses.
 */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && privateRanges.includes(ipaddr.process(address).range())

/**
 * Returns the key for rate limits: an IPv4 address, or the /64 network of an IPv6 address. A single customer
 * of a provider has at least a whole /64.
 */
export function ipRateLimitKey(address: string): string {
  if (isIP(address) === 0) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
