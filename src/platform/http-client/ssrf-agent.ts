import { Agent as HttpAgent } from 'node:http'
import { Agent } from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { connectToAddresses } from './connect.ts'
import { createResolver, type ResolvedAddresses } from './dns.ts'
import type { ConnectFailure } from './http-error-codes.ts'
import type { EgressProxy } from './proxy.ts'
import { type AddressRules, isAllowedAddress } from './ssrf.ts'

export interface SsrfAgentOptions extends AddressRules {
  /** The timeout of a DNS lookup in milliseconds. */
  resolveTimeoutMs?: number
  /** The DNS servers as address and port. The default is the servers of the system. */
  nameServers?: readonly string[]
  /** The proxy for connections to public addresses. */
  proxy?: EgressProxy | undefined
}

/**
 * Creates an HTTP agent for third-party libraries. The agent connects only to addresses that are allowed for
 * webhooks, and checks the address at every connection.
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
  if (options.proxy !== undefined) {
    agent.createConnection = createTunnelConnector(protocol, options)
    return agent
  }
  const connect = agent.createConnection.bind(agent)
  // Node resolves names, but connects to an IP literal directly, so the agent checks the literal.
  agent.createConnection = (to, callback) => {
    const { host } = to
    if (host == null || isIP(host) === 0 || isAllowedAddress(host, options))
      return connect(to, callback)
    callback?.(new Error('address_refused'), new Socket())
    return undefined
  }
  return agent
}

/**
 * Opens a connection for another protocol than HTTP, to an address that the rules allow. Throws an error whose message is
 * the reason, such as `address_refused`.
 */
export const openGuardedSocket = (
  host: string,
  port: number,
  options: SsrfAgentOptions & { ports?: readonly number[] | undefined },
  timeoutMs: number,
): Promise<Socket> =>
  openSocket('http:', host, port, createResolver(options, 0), options, timeoutMs)

/** Resolves and checks a name, and connects to one of its addresses. */
async function openSocket(
  protocol: 'http:' | 'https:',
  host: string,
  port: number | string,
  { resolve }: ReturnType<typeof createResolver>,
  options: SsrfAgentOptions,
  timeoutMs: number,
): Promise<Socket> {
  const url = new URL(`${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`)
  const deadline = performance.now() + timeoutMs
  const resolved = await resolve(url, deadline)
  if ('error' in resolved) throw new Error(resolved.error)
  const opened = await connectToAddresses(url, resolved.addresses, options, deadline)
  if ('error' in opened) throw new Error(opened.error)
  return opened.socket
}

/**
 * Creates a connector for tunnels, which resolves and checks the name for each connection. For direct
 * connections, the lookup does this.
 */
function createTunnelConnector(
  protocol: 'http:' | 'https:',
  options: SsrfAgentOptions,
): HttpAgent['createConnection'] {
  const { resolveTimeoutMs = 5_000 } = options
  const resolver = createResolver(options, 10_000)
  return ({ host, port }, callback) => {
    openSocket(protocol, host ?? '', String(port), resolver, options, resolveTimeoutMs).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, new Socket()),
    )
    return undefined
  }
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
