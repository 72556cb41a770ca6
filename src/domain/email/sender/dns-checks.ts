import type { Deployment } from '#platform/deployment'
import { type TxtLookup, withLookup } from '#platform/http-client/dns-records'
import type { SenderRow } from './tables.ts'

/*
 * The checks of the records with which other mail servers decide whether an email is from the domain of its sender: SPF
 * (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489).
 */

/**
 * What is wrong with a record. `doubled_name`: the record has the name of the domain twice, because the form of the DNS
 * appends it. `would_reject`: DMARC rejects emails without a valid DKIM record.
 */
type RecordProblem =
  | 'missing'
  | 'several'
  | 'invalid'
  | 'too_many_lookups'
  | 'other_key'
  | 'revoked'
  | 'doubled_name'
  | 'would_reject'
  | 'dns_failed'

export interface RecordCheck {
  kind: 'spf' | 'dkim' | 'dmarc'
  /** The name of the record. */
  name: string
  /** The values of the record in the DNS. */
  found: string[]
  /** The value to copy; null if the provider of the mail server knows it. */
  expected: string | null
  problem: RecordProblem | null
}

export const dkimRecord = ({ selector, domain, public_key }: SenderRow) => ({
  name: `${selector}._domainkey.${domain}`,
  value: `v=DKIM1; k=rsa; p=${public_key}`,
})

/** SPF ends with an error after so many lookups (RFC 7208 §4.6.4). */
const maxSpfLookups = 10

/**
 * Looks the records of a sender up. With an own server, SPF of the domain counts; otherwise that of the installation. Takes
 * ten seconds at most, and never throws.
 */
export async function checkRecords(
  sender: SenderRow,
  hasOwnServer: boolean,
  { nameServers }: Pick<Deployment, 'nameServers'>,
): Promise<RecordCheck[]> {
  return withLookup(nameServers, async ({ texts: lookUp }) => {
    const [spf, dkim] = await Promise.all([
      checkSpf(sender.domain, hasOwnServer, lookUp),
      checkDkim(sender, lookUp),
    ])
    return [spf, dkim, await checkDmarc(sender.domain, dkim.problem === null, lookUp)]
  })
}

/** Runs a check. A name server that fails says nothing about the record. */
async function orFailed(check: RecordCheck, run: () => Promise<Partial<RecordCheck>>) {
  try {
    return { ...check, ...(await run()) }
  } catch {
    return { ...check, problem: 'dns_failed' as const }
  }
}

const isSpf = (text: string) => /^v=spf1( |$)/i.test(text)

function checkSpf(domain: string, isNeeded: boolean, lookUp: TxtLookup): Promise<RecordCheck> {
  const check: RecordCheck = { kind: 'spf', name: domain, found: [], expected: null, problem: null }
  return orFailed(check, async () => {
    const found = (await lookUp(domain)).filter(isSpf)
    if (found.length === 0) return { found, problem: isNeeded ? 'missing' : null }
    if (found.length > 1) return { found, problem: 'several' }
    return { found, problem: await findSpfProblem(found[0] ?? '', lookUp) }
  })
}

const mechanism = /^[-+~?]?(all|include|a|mx|ptr|ip4|ip6|exists)([:/].*)?$/i
const modifier = /^([a-z][\w.-]*)=(.*)$/i

/** Follows the included records until they need more lookups than mail servers make. */
async function findSpfProblem(first: string, lookUp: TxtLookup): Promise<RecordProblem | null> {
  let lookups = 0
  const pending = [first]
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    for (const term of text.split(/\s+/).slice(1)) {
      const [, name = '', rest = ''] = mechanism.exec(term) ?? modifier.exec(term) ?? []
      if (name === '') return 'invalid'
      const kind = name.toLowerCase()
      if (!['include', 'a', 'mx', 'ptr', 'exists', 'redirect'].includes(kind)) continue
      lookups += 1
      if (lookups > maxSpfLookups) return 'too_many_lookups'
      const target = rest.replace(/^:/, '')
      if ((kind !== 'include' && kind !== 'redirect') || target.includes('%')) continue
      const included = (await lookUp(target)).filter(isSpf)
      if (included.length !== 1) return 'invalid'
      pending.push(included[0] ?? '')
    }
  }
  return null
}

/** Parses `a=1; b=2`, the format of DKIM and DMARC. */
const parseTags = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(';').flatMap((part) => {
      const [name = '', ...value] = part.split('=')
      return value.length === 0 ? [] : [[name.trim().toLowerCase(), value.join('=').trim()]]
    }),
  )

function checkDkim(sender: SenderRow, lookUp: TxtLookup): Promise<RecordCheck> {
  const { name, value } = dkimRecord(sender)
  const check: RecordCheck = { kind: 'dkim', name, found: [], expected: value, problem: null }
  return orFailed(check, async () => {
    const found = await lookUp(name)
    if (found.length > 1) return { found, problem: 'several' }
    const [text] = found
    if (text === undefined) {
      const doubled = await lookUp(`${name}.${sender.domain}`)
      return { found: doubled, problem: doubled.length > 0 ? 'doubled_name' : 'missing' }
    }
    const key = parseTags(text).get('p')?.replace(/\s/g, '')
    if (key === undefined) return { found, problem: 'invalid' }
    if (key === '') return { found, problem: 'revoked' }
    return { found, problem: key === sender.public_key ? null : 'other_key' }
  })
}

const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/.test(text)

function checkDmarc(domain: string, isSigned: boolean, lookUp: TxtLookup): Promise<RecordCheck> {
  const name = `_dmarc.${domain}`
  const check: RecordCheck = {
    ...{ kind: 'dmarc', name, found: [], problem: null },
    expected: 'v=DMARC1; p=none',
  }
  return orFailed(check, async () => {
    const own = (await lookUp(name)).filter(isDmarc)
    const { getDomain } = await import('tldts') // loads the list of public suffixes only on demand
    const parent = getDomain(domain, { allowPrivateDomains: true })
    const isInherited = own.length === 0 && parent !== null && parent !== domain
    const found = isInherited ? (await lookUp(`_dmarc.${parent}`)).filter(isDmarc) : own
    if (found.length === 0) return { found, problem: 'missing' }
    if (found.length > 1) return { found, problem: 'several' }
    const tags = parseTags(found[0] ?? '')
    const policy = (isInherited ? tags.get('sp') : undefined) ?? tags.get('p') ?? ''
    if (!/^(none|quarantine|reject)$/i.test(policy)) return { found, problem: 'invalid' }
    return { found, problem: isSigned || /^none$/i.test(policy) ? null : 'would_reject' }
  })
}
