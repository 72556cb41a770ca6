import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Address } from './dns.ts'
import { type OpenedSocket, openFirstReachable } from './happy-eyeballs.ts'
import type { ConnectFailure, HttpErrorCode } from './http-error-codes.ts'
import { type EgressProxy, openTunnel } from './proxy.ts'
import { type AddressRules, getPort, isAllowedAddress, isPublicAddress } from './ssrf.ts'
import {
  checkNames,
  explainTlsError,
  type TlsFailure,
  toServerName,
  withoutDot,
} from './tls-reasons.ts'
import { getSecureContext, type TlsSettings } from './tls-settings.ts'

export interface OpenConnection {
  socket: Socket
  address: string
  /** The milliseconds until the connection was open. */
  connect_ms: number
  /** The milliseconds of the TLS handshake. Absent for http URLs. */
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
  // The proxy leads to the internet. The service itself connects to allowed private addresses.
  const proxy = options.proxy && areAllPublic(addresses) ? options.proxy : undefined
  const opened =
    proxy === undefined
      ? await openDirectly(addresses, getPort(url), options, deadline)
      : await openTunnel(proxy, addresses, getPort(url), deadline)
  if ('error' in opened) return { phase: 'connect', ...opened }
  const connect_ms = elapsedMs(startedAt)
  const { socket, address } = opened
  const secured: Socket | HandshakeFailure = isTls
    ? await startTls(socket, stripBrackets(url), deadline, options)
    : socket
  if ('error' in secured) return { ...secured, phase: 'tls', address, connect_ms }
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

type HandshakeFailure = { error: HttpErrorCode } & Partial<TlsFailure>

/**
 * Starts TLS on the connection. Returns the connection, or the failure. Always verifies certificates,
 * regardless of NODE_TLS_REJECT_UNAUTHORIZED. The handshake ends before the check, so that the failure can
 * name facts about the certificate.
 */
function startTls(
  tcp: Socket,
  host: string,
  deadline: number,
  { ca, tls }: ConnectOptions,
): Promise<Socket | HandshakeFailure> {
  const secureContext = tls && getSecureContext(tls)
  return new Promise((resolve) => {
    if (tls !== undefined && secureContext === undefined) {
      tcp.destroy()
      return resolve({ error: 'tls_failed', reason: 'own_certificate_unusable' })
    }
    const socket = connectTls({
      socket: tcp,
      host: withoutDot(host),
      servername: toServerName(host),
      ALPNProtocols: ['http/1.1'],
      checkServerIdentity: checkNames,
      rejectUnauthorized: false, // the handler of 'secureConnect' rejects unauthorized connections
      ...(ca === undefined ? {} : { ca, allowPartialTrustChain: true }),
      ...(secureContext === undefined ? {} : { secureContext }),
    })
    const remainingMs = Math.max(0, deadline - performance.now())
    const timer = setTimeout(() => fail({ error: 'connect_timeout' }), remainingMs)
    const failed = (error?: NodeJS.ErrnoException | boolean) =>
      fail({ error: 'tls_failed', ...explainTlsError(codeOf(error)) })
    function fail(failure: HandshakeFailure) {
      clearTimeout(timer)
      resolve(failure) // resolves first, because destroy emits 'close' at once
      tcp.destroy()
      socket.destroy()
    }
    tcp.on('error', failed)
    socket.on('error', failed).once('close', failed)
    socket.once('secureConnect', () => {
      clearTimeout(timer)
      if (socket.authorized) {
        socket.off('error', failed).off('close', failed)
        return resolve(socket)
      }
      const code = String(socket.authorizationError)
      const failure = explainTlsError(code, socket.getPeerCertificate(true))
      // Node crashes with a segmentation fault if the socket is destroyed inside this callback of OpenSSL.
      setImmediate(() => fail({ error: 'tls_failed', ...failure }))
    })
  })
}

const codeOf = (error: NodeJS.ErrnoException | boolean | undefined): string =>
  typeof error === 'object' ? (error.code ?? error.message) : ''
