import { Resolver } from 'node:dns/promises'

/** Returns the texts of a name in the DNS, 50 at most; none if it has no record. Rejects if a name server fails. */
export type TxtLookup = (name: string) => Promise<string[]>

const maxMs = 10_000
const maxRecords = 50
const noRecord = new Set(['ENOTFOUND', 'ENODATA'])

/** Runs lookups of TXT records at these name servers, or at those of the system. All lookups end within ten seconds. */
export async function withTxtLookup<T>(
  nameServers: readonly string[] | undefined,
  run: (lookUp: TxtLookup) => Promise<T>,
): Promise<T> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  const timer = setTimeout(() => resolver.cancel(), maxMs)
  try {
    return await run(async (name) => {
      try {
        const records = await resolver.resolveTxt(name)
        return records.slice(0, maxRecords).map((parts) => parts.join('').trim())
      } catch (error) {
        if (noRecord.has((error as { code?: string }).code ?? '')) return []
        throw error
      }
    })
  } finally {
    clearTimeout(timer)
  }
}
