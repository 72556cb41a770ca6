import type { Deployment } from '#platform/deployment'
import { withLookup } from '#platform/http-client/dns-records'
import type { DomainRow } from './tables.ts'

/** Returns the TXT record that proves a domain. */
export const challengeRecord = ({ name, token }: Pick<DomainRow, 'name' | 'token'>) => ({
  name: `_bestow-challenge.${name}`,
  value: `bestow-domain-verification=${token}`,
})

export type LookupResult = 'found' | 'record_missing' | 'dns_failed'

/**
 * Looks the record of a domain up in the DNS. A name server that fails or does not respond says nothing about the record.
 * Takes ten seconds at most.
 */
export async function lookUpRecord(
  domain: Pick<DomainRow, 'name' | 'token'>,
  { nameServers }: Pick<Deployment, 'nameServers'>,
): Promise<LookupResult> {
  const { name, value } = challengeRecord(domain)
  try {
    const texts = await withLookup(nameServers, (lookUp) => lookUp.texts(name))
    return texts.includes(value) ? 'found' : 'record_missing'
  } catch {
    return 'dns_failed'
  }
}
