import { Resolver } from 'node:dns/promises'

/** Lookups in the DNS. Each returns 50 values at most; none if the name has no record. Rejects if a name server fails. */
export interface Lookup {
  texts(name: string): Promise<string[]>
  /** Returns the targets of CNAME records. */
  aliases(name: string): Promise<string[]>
  /** Returns IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<string[]>
}

export type TxtLookup = Lookup['texts']

const maxMs = 10_000
const maxRecords = 50
const noRecord = new Set(['ENOTFOUND', 'ENODATA'])

/** Runs lookups at these name servers, or at those of the system. All lookups end within ten seconds. */
export async function withLookup<T>(
  nameServers: readonly string[] | undefined,
  run: (lookUp: Lookup) => Promise<T>,
): Promise<T> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  const timer = setTimeout(() => resolver.cancel(), maxMs)
  try {
    return await run({
      texts: async (name) =>
        (await listRecords(resolver.resolveTxt(name))).map((parts) => parts.join('').trim()),
      aliases: (name) => listRecords(resolver.resolveCname(name)),
      addresses: async (name) =>
        (
          await Promise.all([
            listRecords(resolver.resolve4(name)),
            listRecords(resolver.resolve6(name)),
          ])
        ).flat(),
    })
  } finally {
    clearTimeout(timer)
  }
}

async function listRecords<T>(query: Promise<T[]>): Promise<T[]> {
  try {
    return (await query).slice(0, maxRecords)
  } catch (error) {
    if (noRecord.has((error as { code?: string }).code ?? '')) return []
    throw error
  }
}
