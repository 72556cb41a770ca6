import { Agent as HttpAgent } from 'node:http'
import { Agent } from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { createResolver, type ResolvedAddresses } from './dns.ts'
import type { ConnectFailure } from './http-error-codes.ts'
import { isPublicAddress } from './ssrf.ts'

export interface SsrfAgentOptions {
  /** Allows private addresses. */
  allowPrivate: boolean
  /** The timeout of a DNS lookup in milliseconds. */
  resolveTimeoutMs?: number
  /** DNS servers as address and port. Default: those of the system. */
  nameServers?: readonly string[]
}

/**
 * Creates an HTTP agent for third-party libraries that connects only to addresses that are allowed for webhooks.
 * The agent checks the address at every connection.
 */
export function createSsrfAgent(
  protocol: 'http:' | 'https:',
  options: SsrfAgentOptions,
): HttpAgent {
  const common = { lookup: createGuardedLookup(options), keepAlive: true, maxSockets: 20 }
  // Verifies certificates even if NODE_TLS_REJECT_UNAUTHORIZED is 0.
  const agent =
    protocol === 'https:'
      ? new Agent({ ...common, rejectUnauthorized: true })
      : new HttpAgent(common)
  const connect = agent.createConnection.bind(agent)
  // Node resolves names, but connects to an IP literal directly, so the literal is checked here.
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
