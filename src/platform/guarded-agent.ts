import { Agent as HttpAgent } from 'node:http'
import { Agent } from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { isPublic } from './address-guard.ts'
import type { Failure } from './outbound-connect.ts'
import { createResolver, type Found } from './outbound-resolve.ts'

export interface GuardedOptions {
  /** Lifts the rule that addresses must be public. */
  allowPrivate: boolean
  /** Milliseconds until a name must be resolved. */
  patience?: number
  /** The servers of DNS to ask, as address and port; those of the system when left out. */
  nameServers?: readonly string[]
}

/**
 * For libraries that speak HTTP by themselves: an agent under which they connect only to addresses
 * that our own requests may go to, judged at every connection.
 */
export function guardedAgent(protocol: 'http:' | 'https:', options: GuardedOptions): HttpAgent {
  const common = { lookup: guardedLookup(options), keepAlive: true, maxSockets: 20 }
  // Certificates are checked also when NODE_TLS_REJECT_UNAUTHORIZED is 0.
  const agent =
    protocol === 'https:'
      ? new Agent({ ...common, rejectUnauthorized: true })
      : new HttpAgent(common)
  const connect = agent.createConnection.bind(agent)
  // Node looks names up, and connects to an address as it stands: that one is judged here.
  agent.createConnection = (to, answer) => {
    const { host } = to
    if (options.allowPrivate || host == null || isIP(host) === 0 || isPublic(host))
      return connect(to, answer)
    answer?.(new Error('address_refused'), new Socket())
    return undefined
  }
  return agent
}

function guardedLookup({ patience = 5_000, ...options }: GuardedOptions): LookupFunction {
  const resolver = createResolver(options, 10_000)
  return (hostname, { all }, answer) => {
    const url = new URL(`https://${hostname.includes(':') ? `[${hostname}]` : hostname}`)
    const tell = (found: Found | Failure) => {
      if ('error' in found) return answer(new Error(found.error), '', 4)
      const [first] = found.addresses
      if (all) return answer(null, [...found.addresses])
      answer(null, first?.address ?? '', first?.family ?? 4)
    }
    void resolver
      .resolve(url, performance.now() + patience)
      .then(tell, (error: Error) => answer(error, '', 4))
  }
}
