import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Address } from './dns.ts'
import { type OpenedSocket, openFirstReachable } from './happy-eyeballs.ts'
import type { ConnectFailure, HttpErrorCode } from './http-error-codes.ts'
import { type EgressProxy, openTunnel } from './proxy.ts'
import { type AddressRules, getPort, isAllowedAddress, isPublicAddress } from './ssrf.ts'
import { getSecureContext, type TlsSettings } from './tls-settings.ts'

export interface OpenConnection {
  socket: Socket
  address: string
  /** Milliseconds until the connection was open. */
  connect_ms: number
  /** Milliseconds of the TLS handshake; absent for http URLs. */
  tls_ms?: number
}

interface ConnectOptions extends AddressRules {
  ca?: string
  tls?: TlsSettings
  proxy?: EgressProxy | undefined
}

/** Connects to one of the given addresses before the deadline, with TLS for https URLs. */
export async function connectToAddresses(
  url: URL,
  addresses: readonly Address[],
  options: ConnectOptions,
  deadline: number,
): Promise<OpenConnection | ConnectFailure> {
  const isTls = url.protocol === 'https:'
  const startedAt = performance.now()
  // The proxy leads to the internet. The service reaches allowed private addresses itself.
  const proxy = options.proxy && areAllPublic(addresses) ? options.proxy : undefined
  const opened =
    proxy === undefined
      ? await openDirectly(addresses, getPort(url), options, deadline)
      : await openTunnel(proxy, addresses, getPort(url), deadline)
  if ('error' in opened) return { phase: 'connect', ...opened }
  const connect_ms = elapsedMs(startedAt)
  const { socket, address } = opened
  const secured = isTls ? await startTls(socket, stripBrackets(url), deadline, options) : socket
  if (typeof secured === 'string') return { error: secured, phase: 'tls', address, connect_ms }
  secured.setKeepAlive(true, 60_000)
  const tls = isTls && { tls_ms: elapsedMs(startedAt) - connect_ms }
  return { socket: secured, address, connect_ms, ...tls }
}

const areAllPublic = (addresses: readonly Address[]) =>
  addresses.every(({ address }) => isPublicAddress(address))

async function openDirectly(
  addresses: readonly Address[],
  port: number,
  rules: AddressRules,
  deadline: number,
): Promise<OpenedSocket | { error: HttpErrorCode; address?: string }> {
  const opened = await openFirstReachable(addresses, port, deadline)
  if ('error' in opened) return opened
  const { socket, address } = opened
  const { remoteAddress } = socket
  if (remoteAddress === undefined) return { error: 'reset', address }
  // Checks the address of the open connection, which cannot change any more.
  if (isAllowedAddress(remoteAddress, rules)) return opened
  socket.destroy()
  return { error: 'address_refused', address }
}

export const elapsedMs = (startedAt: number): number => Math.round(performance.now() - startedAt)

const stripBrackets = ({ hostname }: URL) =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname

/**
 * Starts TLS on the connection, or returns the error code. Always verifies certificates, regardless of
 * NODE_TLS_REJECT_UNAUTHORIZED.
 */
function startTls(
  tcp: Socket,
  host: string,
  deadline: number,
  { ca, tls }: ConnectOptions,
): Promise<Socket | HttpErrorCode> {
  const secureContext = tls && getSecureContext(tls)
  return new Promise((resolve) => {
    if (tls !== undefined && secureContext === undefined) {
      tcp.destroy()
      return resolve('tls_failed')
    }
    const socket = connectTls({
      socket: tcp,
      host,
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
      ...(secureContext === undefined ? {} : { secureContext }),
    })
    const remainingMs = Math.max(0, deadline - performance.now())
    const timer = setTimeout(() => fail('connect_timeout'), remainingMs)
    const failed = () => fail('tls_failed')
    function fail(error: HttpErrorCode) {
      clearTimeout(timer)
      tcp.destroy()
      socket.destroy()
      resolve(error)
    }
    tcp.on('error', failed)
    socket.on('error', failed).once('close', failed)
    socket.once('secureConnect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}
