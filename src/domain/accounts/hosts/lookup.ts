import { isIP } from 'node:net'
import type { Deployment } from '#platform/deployment'
import { type Lookup, withLookup } from '#platform/http-client/dns-records'
import type { HostProblem } from './tables.ts'

/** A record to create in the DNS. */
export interface HostRecord {
  type: 'CNAME' | 'A' | 'AAAA'
  name: string
  value: string
}

type Targets = Pick<Deployment, 'hostTargets'>

/**
 * Returns the records that make a host point to this installation: a CNAME record, or address records for the apex of a domain,
 * which can have no CNAME record. Returns none if the operator has not set such targets.
 */
export async function findHostRecords(
  name: string,
  { hostTargets = [] }: Targets,
): Promise<HostRecord[]> {
  const { getDomain } = await import('tldts') // loads the list of public suffixes only on demand
  const isApex = getDomain(name, { allowPrivateDomains: true }) === name
  const target = isApex ? undefined : hostTargets.find((each) => isIP(each) === 0)
  if (target !== undefined) return [{ type: 'CNAME', name, value: target }]
  return hostTargets
    .filter((each) => isIP(each) !== 0)
    .map((value) => ({ type: isIP(value) === 4 ? 'A' : 'AAAA', name, value }))
}

/**
 * Looks up in the DNS whether a host points to this installation and nowhere else. Returns undefined if it does. A name server
 * that fails or does not respond says nothing about the host. Takes ten seconds at most.
 */
export async function lookUpHost(
  name: string,
  { hostTargets = [], nameServers }: Targets & Pick<Deployment, 'nameServers'>,
): Promise<HostProblem | undefined> {
  try {
    return await withLookup(nameServers, async (lookUp) => {
      const aliases = await lookUp.aliases(name)
      if (aliases.some((each) => hostTargets.includes(each.toLowerCase()))) return undefined
      const addresses = await lookUp.addresses(name)
      if (addresses.length === 0)
        return aliases.length === 0 ? 'record_missing' : 'points_elsewhere'
      const own = await findOwnAddresses(hostTargets, lookUp)
      return addresses.every((each) => own.has(each)) ? undefined : 'points_elsewhere'
    })
  } catch {
    return 'dns_failed'
  }
}

/** Returns the addresses of the targets: a DNS provider can replace a CNAME record by the addresses behind it. */
async function findOwnAddresses(targets: readonly string[], lookUp: Lookup): Promise<Set<string>> {
  const found = await Promise.all(
    targets.map((each) => (isIP(each) === 0 ? lookUp.addresses(each) : [each])),
  )
  return new Set(found.flat())
}
