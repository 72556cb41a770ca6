import { Resolver } from 'node:dns/promises'
import type { Deployment } from '#platform/deployment'
import type { DomainRow } from './tables.ts'

/** Returns the TXT record that proves a domain. */
export const challengeRecord = ({ name, token }: Pick<DomainRow, 'name' | 'token'>) => ({
  name: `_bestow-challenge.${name}`,
  value: `bestow-domain-verification=${token}`,
})

export type LookupResult = 'found' | 'record_missing' | 'dns_failed'

const maxRecords = 50
const noRecord = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Looks the record of a domain up in the DNS. A name server that fails or does not respond says nothing about the record.
 * Takes ten seconds at most.
 */
export async function lookUpRecord(
  domain: Pick<DomainRow, 'name' | 'token'>,
  { nameServers }: Pick<Deployment, 'nameServers'>,
): Promise<LookupResult> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  const { name, value } = challengeRecord(domain)
  const timer = setTimeout(() => resolver.cancel(), maxLookupMs)
  try {
    const records = await resolver.resolveTxt(name)
    const texts = records.slice(0, maxRecords).map((parts) => parts.join('').trim())
    return texts.includes(value) ? 'found' : 'record_missing'
  } catch (error) {
    return noRecord.has((error as { code?: string }).code ?? '') ? 'record_missing' : 'dns_failed'
  } finally {
    clearTimeout(timer)
  }
}

const maxLookupMs = 10_000
