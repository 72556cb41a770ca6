import { Agent as HttpAgent } from 'node:http'
import { Agent } from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { createResolver, type ResolvedAddresses } from './dns.ts'
import type { ConnectFailure } from './http-error-codes.ts'
import { isPublicAddress } from './ssrf.ts'

export interface SsrfAgentOptions {
  /** Lifts the rule that addresses must be public. */
  allowPrivate: boolean
  /** Milliseconds until a name must be resolved. */
  resolveTimeoutMs?: number
  /** The servers of DNS to ask, as address and port; those of the system when left out. */
  nameServers?: readonly string[]
}

/**
 * For libraries that speak HTTP by themselves: an agent under which they connect only to addresses
 * that our own requests may go to, judged at every connection.
 */
export function createSsrfAgent(
  protocol: 'http:' | 'https:',
  options: SsrfAgentOptions,
): HttpAgent {
  const common = { lookup: createGuardedLookup(options), keepAlive: true, maxSockets: 20 }
  // Certificates are checked also when NODE_TLS_REJECT_UNAUTHORIZED is 0.
  const agent =
    protocol === 'https:'
      ? new Agent({ ...common, rejectUnauthorized: true })
      : new HttpAgent(common)
  const connect = agent.createConnection.bind(agent)
  // Node looks names up, and connects to an address as it stands: that one is judged here.
  agent.createConnection = (to, callback) => {
    const { host } = to
    if (options.allowPrivate || host == null || isIP(host) === 0 || isPublicAddress(host))
      return connect(to, callback)
    callback?.(new Error('address_refused'), new Socket())
    return undefined
  }
  return agent
}

function createGuardedLookup({
  resolveTimeoutMs = 5_000,
  ...options
}: SsrfAgentOptions): LookupFunction {
  const resolver = createResolver(options, 10_000)
  return (hostname, { all }, callback) => {
    const url = new URL(`https://${hostname.includes(':') ? `[${hostname}]` : hostname}`)
    const onResolved = (result: ResolvedAddresses | ConnectFailure) => {
      if ('error' in result) return callback(new Error(result.error), '', 4)
      const [first] = result.addresses
      if (all) return callback(null, [...result.addresses])
      callback(null, first?.address ?? '', first?.family ?? 4)
    }
    void resolver
      .resolve(url, performance.now() + resolveTimeoutMs)
      .then(onResolved, (error: Error) => callback(error, '', 4))
  }
}
