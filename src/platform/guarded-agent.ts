import { Agent as HttpAgent } from 'node:http'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Failure } from './outbound-connect.ts'
import { createResolver, type Found } from './outbound-resolve.ts'

export interface GuardedOptions {
  /** Lifts the rule that addresses must be public. */
  allowPrivate: boolean
  /** Milliseconds until a name must be resolved. */
  patience?: number
}

/**
 * For libraries that speak HTTP by themselves: an agent under which they connect only to addresses
 * that our own requests may go to, judged at every connection.
 */
export function guardedAgent(
  protocol: 'http:' | 'https:',
  { allowPrivate, patience = 5_000 }: GuardedOptions,
): HttpAgent {
  const resolver = createResolver({ allowPrivate }, 10_000)
  const lookup: LookupFunction = (hostname, options, answer) => {
    const url = new URL(`https://${hostname.includes(':') ? `[${hostname}]` : hostname}`)
    const tell = (found: Found | Failure) => {
      if ('error' in found) return answer(new Error(found.error), '', 4)
      const [first] = found.addresses
      if (options.all) return answer(null, [...found.addresses])
      answer(null, first?.address ?? '', first?.family ?? 4)
    }
    void resolver
      .resolve(url, performance.now() + patience)
      .then(tell, (error: Error) => answer(error, '', 4))
  }
  const Kind = protocol === 'https:' ? Agent : HttpAgent
  return new Kind({ lookup, keepAlive: true, maxSockets: 20 })
}
