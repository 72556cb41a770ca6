import ipaddr from 'ipaddr.js'

/*
 * The rules for the addresses to which the service may connect when a user chooses the URL. An
 * address that is not known to be public is forbidden, because new special ranges appear and
 * an address has many spellings.
 */

const parseCidr6 = (text: string): [ipaddr.IPv6, number] => {
  const [address, bits] = ipaddr.IPv6.parseCIDR(text)
  return [address, bits]
}

/** The only IPv6 block that is allocated to the public. */
const globalUnicastBlock = parseCidr6('2000::/3')

/**
 * The parts of the public IPv6 block that have other purposes. Some of them map to an internal IPv4 address.
 */
const specialBlocks = [
  '2001::/23', // reserved for protocols: Teredo, benchmarking, ORCHID, AS112, drone identity
  '2001:db8::/32', // reserved for documentation
  '2002::/16', // reserved for 6to4
  '2620:4f:8000::/48', // reserved for AS112
  '3ffe::/16', // a block that was returned to IANA
  '3fff::/20', // reserved for documentation
  '5f00::/16', // reserved for segment routing
].map(parseCidr6)

/**
 * The prefix of NAT64 (RFC 6052). DNS64 creates addresses with this prefix, whose last four bytes are the
 * actual IPv4 address.
 */
const nat64Prefix = parseCidr6('64:ff9b::/96')

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network of the operator whose private addresses may receive webhooks. */
export type Network = readonly [Address, bits: number]

/** The rules for the addresses to which the service may connect. */
export interface AddressRules {
  /** True in development. Allows every address except those of metadata services. */
  allowPrivate: boolean
  /** The networks that are allowed in addition to public addresses. */
  allowedNetworks?: readonly Network[] | undefined
}

/** Returns whether the service may connect to the address. */
export const isAllowedAddress = (address: string, rules: AddressRules): boolean =>
  rules.allowPrivate
    ? !isIn(metadataServices, address)
    : isPublicAddress(address) || isInAllowedNetwork(address, rules)

/**
 * The metadata services of clouds, which give the keys of a machine to its programs. No setting allows them.
 */
const metadataServices = [
  '169.254.0.0/16', // link-local addresses: AWS, Google Cloud, Azure, DigitalOcean and others
  '100.100.100.200/32', // the metadata service of Alibaba Cloud
  '168.63.129.16/32', // the metadata service of Azure
  '192.0.0.192/32', // the metadata service of Oracle Cloud
  'fd00:ec2::/32', // the metadata service of AWS
  'fd20:ce::/32', // the metadata service of Google Cloud
].map(parseNetwork)

/**
 * The addresses that no allowed network contains: metadata services, and addresses that stand
 * for no machine or for several.
 */
const neverAllowed = [
  ...metadataServices,
  ...[
    '0.0.0.0/8',
    '224.0.0.0/3', // multicast, reserved and broadcast addresses
    '::/128',
    'fe80::/10',
    'ff00::/8',
  ].map(parseNetwork),
]

/** Parses an address or a network in CIDR notation. */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv6' ? 128 : 32]
}

/** Returns whether the whole network is never allowed. */
export const isNeverAllowed = ([address, bits]: Network): boolean =>
  neverAllowed.some((each) => bits >= each[1] && contains(each, address))

const isInAllowedNetwork = (address: string, { allowedNetworks = [] }: AddressRules): boolean =>
  !address.includes('%') && isIn(allowedNetworks, address) && !isIn(neverAllowed, address)

function isIn(networks: readonly Network[], text: string): boolean {
  if (networks.length === 0 || !ipaddr.isValid(text)) return false
  const address = toEffectiveAddress(text)
  return networks.some((network) => contains(network, address))
}

/** Returns the IPv4 address inside a mapped or NAT64 address. A packet finally goes to this address. */
function toEffectiveAddress(text: string): Address {
  const parsed = ipaddr.process(text)
  return parsed instanceof ipaddr.IPv6 && parsed.match(nat64Prefix)
    ? ipaddr.parse(parsed.toByteArray().slice(-4).join('.'))
    : parsed
}

const contains = ([network, bits]: Network, address: Address): boolean =>
  network.kind() === address.kind() && address.match(network, bits)

/** Returns whether the address identifies the same machine everywhere on the internet. */
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
 * Blocks that the library classifies as ordinary but IANA does not, and an address that means
 * another machine in each network.
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
 * Parses the IP address in the host of a URL. Returns undefined for a name. The host must come from a parsed
 * URL, because the URL parser normalizes octal, hexadecimal, decimal and short spellings.
 */
export function parseIpLiteral(hostname: string): string | undefined {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return ipaddr.isValid(address) ? address : undefined
}

/**
 * The suffixes that no public name has. Sources: RFC 6761, RFC 6762, RFC 8375, ICANN's reservation of
 * `internal`, and router defaults.
 */
const privateSuffixes = /(^|\.)(localhost|local|internal|home\.arpa|localdomain|lan)$/i

/**
 * Returns whether private names are allowed, because they can lead to an allowed network. In that case, only
 * the addresses of a private name decide.
 */
export const allowsPrivateNames = ({ allowPrivate, allowedNetworks = [] }: AddressRules): boolean =>
  allowPrivate || allowedNetworks.length > 0

/**
 * Returns whether a name can only lead to a machine of the local network, such as `metadata`,
 * `metadata.google.internal` or `localhost`. For every other name, the service checks the addresses.
 */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return !name.includes('.') || privateSuffixes.test(name)
}

/** Returns the port of a URL, or the default port of its scheme. */
export const getPort = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
