import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Address } from './dns.ts'
import { openFirstReachable } from './happy-eyeballs.ts'
import type { ConnectFailure, HttpErrorCode } from './http-error-codes.ts'
import { getPort, isPublicAddress } from './ssrf.ts'

export interface OpenConnection {
  socket: Socket
  address: string
  /** Milliseconds until the connection was open. */
  connect_ms: number
  /** Milliseconds of the TLS handshake; absent for http URLs. */
  tls_ms?: number
}

interface ConnectOptions {
  allowPrivate: boolean
  ca?: string
}

/** Connects to one of the given addresses before the deadline, with TLS for https URLs. */
export async function connectToAddresses(
  url: URL,
  addresses: readonly Address[],
  { allowPrivate, ca }: ConnectOptions,
  deadline: number,
): Promise<OpenConnection | ConnectFailure> {
  const isTls = url.protocol === 'https:'
  const startedAt = performance.now()
  const opened = await openFirstReachable(addresses, getPort(url), deadline)
  if ('error' in opened) return { error: opened.error, phase: 'connect' }
  const connect_ms = elapsedMs(startedAt)
  const { socket, address } = opened
  const { remoteAddress } = socket
  if (remoteAddress === undefined) return { error: 'reset', phase: 'connect', address }
  // Checks the address of the open connection, which cannot change any more.
  if (!allowPrivate && !isPublicAddress(remoteAddress)) {
    socket.destroy()
    return { error: 'address_refused', phase: 'connect', address }
  }
  const secured = isTls ? await startTls(socket, stripBrackets(url), deadline, ca) : socket
  if (typeof secured === 'string') return { error: secured, phase: 'tls', address, connect_ms }
  secured.setKeepAlive(true, 60_000)
  const tls = isTls && { tls_ms: elapsedMs(startedAt) - connect_ms }
  return { socket: secured, address, connect_ms, ...tls }
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
  ca: string | undefined,
): Promise<Socket | HttpErrorCode> {
  return new Promise((resolve) => {
    const socket = connectTls({
      socket: tcp,
      host,
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
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
