import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPublic, literalIn } from './address-guard.ts'
import { type Failure, late, within } from './outbound-connect.ts'

/** Answers every address of a name, or throws. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

export interface Found {
  addresses: readonly Address[]
}

export interface Address {
  address: string
  family: 4 | 6
}

interface Options {
  allowPrivate: boolean
  lookup?: Lookup
  nameServers?: readonly string[]
}

const mostNames = 5_000

/**
 * Finds the addresses of a URL's host and judges every one of them: a single forbidden address forbids
 * the host, as nobody should pick which of several answers is meant. A literal is judged like an answer.
 */
export function createResolver(options: Options, believed: number) {
  const dns = askDns(options.nameServers)
  const lookup = options.lookup ?? (options.allowPrivate ? withHostsFile(dns) : dns)
  const known = new Map<string, { until: number; found: Promise<Found | Failure> }>()

  async function resolve(url: URL, deadline: number): Promise<Found | Failure> {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused
    const literal = literalIn(url.hostname)
    if (literal !== undefined) return judge([literal], options.allowPrivate)
    const found = await within(deadline, find(url.hostname))
    return found === late ? { error: 'connect_timeout', phase: 'dns' } : found
  }

  /** Whoever asks for the same name while its answer is on the way waits for the same answer. */
  function find(name: string): Promise<Found | Failure> {
    const now = performance.now()
    const old = known.get(name)
    if (old !== undefined && now < old.until) return old.found
    const found = ask(name)
    known.delete(name)
    if (known.size >= mostNames) known.delete(known.keys().next().value ?? '')
    known.set(name, { until: now + believed, found })
    return found
  }

  async function ask(name: string): Promise<Found | Failure> {
    try {
      const addresses = await lookup(name)
      if (addresses.length > 0) return judge(addresses, options.allowPrivate)
    } catch {
      // which of the many ways a name can fail to resolve is of no use to its owner
    }
    known.delete(name)
    return { error: 'dns_failed', phase: 'dns' }
  }

  return { resolve }
}

const refused: Failure = { error: 'address_refused', phase: 'dns' }

function judge(addresses: readonly string[], allowPrivate: boolean): Found | Failure {
  if (!allowPrivate && !addresses.every(isPublic)) return refused
  return {
    addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  }
}

/**
 * DNS itself, not the system's resolver: that one answers in a handful of threads which the whole
 * process shares, so a few names whose servers stall would hold up everybody.
 */
function askDns(nameServers: readonly string[] | undefined): Lookup {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  return (name) => firstOfBoth([resolver.resolve4(name), resolver.resolve6(name)])
}

/** Milliseconds that the addresses of one family wait for those of the other (RFC 8305 §3). */
const resolutionDelay = 50

/**
 * The addresses of both families. When one family has addresses and the question for the other stays open,
 * the name resolves without it: addresses that come later are neither judged nor used.
 */
async function firstOfBoth(questions: Promise<string[]>[]): Promise<string[]> {
  const answers: string[][] = []
  let failure: unknown
  const all = Promise.all(
    questions.map((question, place) =>
      question.then(
        (addresses) => {
          answers[place] = addresses
        },
        (error) => {
          failure = error
        },
      ),
    ),
  )
  const some = Promise.any(questions.map((question) => question.then(throwIfEmpty)))
  const soon = some.then(() => sleep(resolutionDelay, undefined, { ref: false }))
  await Promise.race([all, soon.catch(() => all)])
  const addresses = answers.flat()
  if (addresses.length === 0 && failure !== undefined) throw failure
  return addresses
}

function throwIfEmpty(addresses: string[]): void {
  if (addresses.length === 0) throw new Error('no address')
}

/** On a developer's machine `localhost` and the hosts file count too, and first. */
function withHostsFile(dns: Lookup): Lookup {
  return async (name) => {
    // RFC 6761 §6.3: both loopback addresses, whatever the hosts file says.
    if (/(^|\.)localhost\.?$/.test(name)) return ['127.0.0.1', '::1']
    if (/\./.test(name) && !/\.(local|test|internal)$/.test(name)) {
      const addresses = await dns(name).catch(() => [])
      if (addresses.length > 0) return addresses
    }
    const answers = await systemLookup(name, { all: true })
    return answers.map(({ address }) => address)
  }
}
