import ipaddr from 'ipaddr.js'

/*
 * The addresses that the service may connect to when a user chooses the URL. An address that is not known to be
 * public is forbidden: new special ranges appear, and an address has many spellings.
 */

const parseCidr6 = (text: string): [ipaddr.IPv6, number] => {
  const [address, bits] = ipaddr.IPv6.parseCIDR(text)
  return [address, bits]
}

/** The only IPv6 block that is allocated to the public … */
const globalUnicastBlock = parseCidr6('2000::/3')

/** … and the parts of it with other purposes, some of which map to an internal IPv4 address. */
const specialBlocks = [
  '2001::/23', // protocols: Teredo, benchmarking, ORCHID, AS112, drone identity
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // returned to IANA
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
].map(parseCidr6)

/** NAT64 (RFC 6052): DNS64 synthesizes these addresses; the last four bytes are the actual IPv4 address. */
const nat64Prefix = parseCidr6('64:ff9b::/96')

/** Whether the address identifies the same machine everywhere on the internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && parsed.match(nat64Prefix))
    return isPublicAddress(parsed.toByteArray().slice(-4).join('.'))
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !isSpecialIPv4(parsed)
  return parsed.match(globalUnicastBlock) && !specialBlocks.some((block) => parsed.match(block))
}

/**
 * Blocks that the library classifies as ordinary but IANA does not, and an address that means another machine in
 * each network.
 */
const specialIPv4Blocks = [
  '168.63.129.16/32', // the host of a virtual machine at a cloud provider, which serves its metadata and keys
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
].map((text) => ipaddr.IPv4.parseCIDR(text))

const isSpecialIPv4 = (address: ipaddr.IPv4) =>
  specialIPv4Blocks.some(([block, bits]) => address.match(block, bits))

/**
 * Parses the IP address in a URL's host. Returns undefined for a name. The host must come from a parsed URL: the
 * parser has then normalized octal, hexadecimal, decimal and short spellings.
 */
export function parseIpLiteral(hostname: string): string | undefined {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return ipaddr.isValid(address) ? address : undefined
}

/**
 * Suffixes that no public name has: RFC 6761, RFC 6762, RFC 8375, ICANN's reservation of `internal`, and router
 * defaults.
 */
const privateSuffixes = /(^|\.)(localhost|local|internal|home\.arpa|localdomain|lan)$/i

/**
 * Whether a name can only lead to a machine of the local network, such as `metadata`, `metadata.google.internal` or
 * `localhost`. For every other name, the addresses are checked.
 */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return !name.includes('.') || privateSuffixes.test(name)
}

/** Returns the port of a URL, or the default port of its scheme. */
export const getPort = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
