import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { TIMED_OUT, withDeadline } from '../lib/deadline.ts'
import type { ConnectFailure } from './http-error-codes.ts'
import {
  type AddressRules,
  allowsPrivateNames,
  getPort,
  isAllowedAddress,
  isPrivateName,
  parseIpLiteral,
} from './ssrf.ts'

/** Returns every address of a name. Throws if the lookup fails. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

export interface ResolvedAddresses {
  addresses: readonly Address[]
}

export interface Address {
  address: string
  family: 4 | 6
}

interface ResolverOptions extends AddressRules {
  /** The allowed ports. The default is all ports. */
  ports?: readonly number[] | undefined
  lookup?: Lookup
  nameServers?: readonly string[]
}

const maxCachedNames = 5_000

/**
 * Creates a function that resolves the host of a URL and checks every address. A single forbidden address
 * forbids the host, so that DNS cannot choose between an allowed and a forbidden address. IP literals are
 * checked in the same way.
 */
export function createResolver(options: ResolverOptions, ttlMs: number) {
  const dns = resolveWithDns(options.nameServers)
  const lookup = options.lookup ?? (options.allowPrivate ? withHostsFile(dns) : dns)
  const cache = new Map<
    string,
    { until: number; result: Promise<ResolvedAddresses | ConnectFailure> }
  >()

  async function resolve(url: URL, deadline: number): Promise<ResolvedAddresses | ConnectFailure> {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return addressRefused
    if (options.ports?.includes(getPort(url)) === false)
      return { error: 'port_refused', phase: 'dns' }
    const literal = parseIpLiteral(url.hostname)
    if (literal !== undefined) return checkAddresses([literal], options)
    if (!allowsPrivateNames(options) && isPrivateName(url.hostname)) return addressRefused
    const result = await withDeadline(deadline, resolveCached(url.hostname))
    return result === TIMED_OUT ? { error: 'connect_timeout', phase: 'dns' } : result
  }

  /**
   * Resolves a name, or returns its cached result. Concurrent lookups of the same name share one DNS query.
   */
  function resolveCached(name: string): Promise<ResolvedAddresses | ConnectFailure> {
    const now = performance.now()
    const cached = cache.get(name)
    if (cached !== undefined && now < cached.until) return cached.result
    const result = resolveUncached(name)
    cache.delete(name)
    if (cache.size >= maxCachedNames) cache.delete(cache.keys().next().value ?? '')
    cache.set(name, { until: now + ttlMs, result })
    return result
  }

  async function resolveUncached(name: string): Promise<ResolvedAddresses | ConnectFailure> {
    try {
      const addresses = await lookup(name)
      if (addresses.length > 0) return checkAddresses(addresses, options)
    } catch {
      // hides the exact DNS failure, which does not help the owner of the endpoint
    }
    cache.delete(name)
    return { error: 'dns_failed', phase: 'dns' }
  }

  return { resolve }
}

const addressRefused: ConnectFailure = { error: 'address_refused', phase: 'dns' }

function checkAddresses(
  addresses: readonly string[],
  rules: AddressRules,
): ResolvedAddresses | ConnectFailure {
  if (!addresses.every((address) => isAllowedAddress(address, rules))) return addressRefused
  return {
    addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  }
}

/**
 * Creates a lookup that queries DNS directly and not through the system resolver. The system resolver uses a
 * few threads that the whole process shares, so a few names with slow servers would block all lookups.
 */
function resolveWithDns(nameServers: readonly string[] | undefined): Lookup {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  return (name) => resolveBothFamilies([resolver.resolve4(name), resolver.resolve6(name)])
}

/**
 * The milliseconds that the addresses of one family wait for the addresses of the other family (RFC 8305 §3).
 */
const resolutionDelayMs = 50

/**
 * Resolves both address families. If one family has addresses and the query for the other takes longer, the
 * result contains only the first family. Later addresses are neither checked nor used.
 */
async function resolveBothFamilies(queries: Promise<string[]>[]): Promise<string[]> {
  const results: string[][] = []
  let failure: unknown
  const all = Promise.all(
    queries.map((query, index) =>
      query.then(
        (addresses) => {
          results[index] = addresses
        },
        (error) => {
          failure = error
        },
      ),
    ),
  )
  const firstAnswer = Promise.any(queries.map((query) => query.then(throwIfEmpty)))
  const afterDelay = firstAnswer.then(() => sleep(resolutionDelayMs, undefined, { ref: false }))
  await Promise.race([all, afterDelay.catch(() => all)])
  const addresses = results.flat()
  if (addresses.length === 0 && failure !== undefined) throw failure
  return addresses
}

function throwIfEmpty(addresses: string[]): void {
  if (addresses.length === 0) throw new Error('no address')
}

/** Returns a lookup for development, in which `localhost` and the hosts file take precedence over DNS. */
function withHostsFile(dns: Lookup): Lookup {
  return async (name) => {
    // RFC 6761 §6.3: returns both loopback addresses, whatever the hosts file contains.
    if (/(^|\.)localhost\.?$/.test(name)) return ['127.0.0.1', '::1']
    if (/\./.test(name) && !/\.(local|test|internal)$/.test(name)) {
      const addresses = await dns(name).catch(() => [])
      if (addresses.length > 0) return addresses
    }
    const results = await systemLookup(name, { all: true })
    return results.map(({ address }) => address)
  }
}
