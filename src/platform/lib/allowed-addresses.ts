import { BlockList, isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type FieldError, throwIfAny } from '#contract'

const maxAddresses = 50
const maxEntryLength = 64

/**
 * Validates the addresses and address ranges that may use a token, or enter an account. Returns them in their shortest form,
 * without duplicates.
 *
 * @throws ApiError that names each invalid entry and its remedy
 */
export function parseAllowedAddresses(input: readonly string[], param?: string): string[] {
  const { networks, errors } = readAllowedAddresses(input, param)
  throwIfAny(errors)
  return networks
}

/** Returns the valid addresses and ranges in their shortest form, and an error for each invalid entry. */
export function readAllowedAddresses(
  input: readonly string[],
  param = 'allowed_addresses',
): { networks: string[]; errors: FieldError[] } {
  const errors: FieldError[] = []
  if (input.length > maxAddresses) {
    const message = `must contain at most ${maxAddresses} entries`
    return { networks: [], errors: [{ code: 'too_many', param, message }] }
  }
  const networks = input.flatMap((entry, index) => {
    const parsed = parseEntry(entry.trim())
    if ('network' in parsed) return [parsed.network]
    errors.push({ code: 'invalid_format', param: `${param}.${index}`, message: parsed.error })
    return []
  })
  return { networks: [...new Set(networks)], errors }
}

function parseEntry(text: string): { network: string } | { error: string } {
  const [address = '', prefix, ...rest] = text.split('/')
  const isPrefix = prefix === undefined || /^\d{1,3}$/.test(prefix)
  if (isIP(address) === 0 || address.includes('%') || !isPrefix || rest.length > 0)
    return {
      error: `must be an IP address or a range such as 203.0.113.0/24 or 2001:db8::/32, not “${text.slice(0, maxEntryLength)}”`,
    }
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress())
    return { error: `must not be an IPv6 form of an IPv4 address: write ${text} as IPv4` }
  const maxBits = isIPv4(address) ? 32 : 128
  const bits = prefix === undefined ? maxBits : Number(prefix)
  if (bits > maxBits)
    return { error: `must have a prefix of at most ${maxBits} bits, not “${text}”` }
  if (bits === 0)
    return { error: `must not be ${text}, which is every address: leave the list empty instead` }
  const network = findNetwork(parsed, bits)
  if (network.toString() !== parsed.toString())
    return {
      error: `must begin at the first address of its range: write ${format(network, bits)} in place of ${text}`,
    }
  return { network: bits === maxBits ? formatAddress(parsed) : format(network, bits) }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

const findNetwork = (address: Address, bits: number): Address =>
  address instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`)
    : ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${bits}`)

const formatAddress = (address: Address): string =>
  address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString()

const format = (address: Address, bits: number) => `${formatAddress(address)}/${bits}`

/**
 * Formats the address of a client as an entry of the list of allowed addresses. Returns undefined for a text
 * that is not an address.
 */
export function formatClientAddress(address: string): string | undefined {
  const withoutZone = removeZone(address)
  return isIP(withoutZone) === 0 ? undefined : formatAddress(ipaddr.process(withoutZone))
}

/** Removes the name of the network interface from a link-local address. */
const removeZone = (address: string) => address.replace(/%.*$/, '')

/**
 * Returns whether these allowed addresses contain the address of a client. An empty list contains all. Treats an IPv4
 * address in IPv6 notation as an IPv4 address. Returns false for a text that is not an address.
 */
export function isAddressAllowed(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true
  const withoutZone = removeZone(address)
  const family = isIP(withoutZone)
  return family !== 0 && toList(allowed).check(withoutZone, family === 4 ? 'ipv4' : 'ipv6')
}

function toList(allowed: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of allowed) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
