import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPublic } from './address-guard.ts'
import { openAny } from './outbound-open.ts'
import type { Address } from './outbound-resolve.ts'

export type Phase = 'dns' | 'connect' | 'tls' | 'sent' | 'status'

/** Every way in which a request can fail, in the words of the attempt log. */
export const words = {
  dns_failed: 'The name does not resolve to an address.',
  address_refused: 'The address is private or reserved; requests only go to public ones.',
  connect_refused: 'The receiver refuses connections.',
  connect_timeout: 'No connection in time.',
  connect_failed: 'The receiver cannot be reached.',
  tls_failed: 'The secure connection failed; mostly the certificate is not trusted, or expired.',
  reset: 'The receiver closed the connection without an answer.',
  response_timeout: 'No answer in time.',
  bad_response: 'What was answered is not HTTP.',
  redirect: 'The receiver redirects; redirects are not followed.',
  http_status: 'The receiver answered with a status that is not 2xx.',
} as const satisfies Record<string, string>

export type Word = keyof typeof words

export interface Failure {
  error: Word
  phase: Phase
  address?: string
}

export interface Connected {
  socket: Socket
  address: string
}

interface Options {
  allowPrivate: boolean
  ca?: string
}

export const late = Symbol('late')

/** The promise's value, or `late` when the moment (of performance.now) comes first. */
export function within<T>(deadline: number, promise: Promise<T>): Promise<T | typeof late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()), late)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Connects to one of these addresses and to nothing else, with TLS where the URL says so, before the
 * deadline.
 */
export async function connectTo(
  url: URL,
  addresses: readonly Address[],
  { allowPrivate, ca }: Options,
  deadline: number,
): Promise<Connected | Failure> {
  const isTls = url.protocol === 'https:'
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  const opened = await openAny(addresses, port, deadline)
  if ('error' in opened) return { error: opened.error, phase: 'connect' }
  const { socket, address } = opened
  const { remoteAddress } = socket
  if (remoteAddress === undefined) return { error: 'reset', phase: 'connect', address }
  // Judged again where it cannot change any more: on the connection itself.
  if (!allowPrivate && !isPublic(remoteAddress)) {
    socket.destroy()
    return { error: 'address_refused', phase: 'connect', address }
  }
  const secured = isTls ? await secure(socket, bareHost(url), deadline, ca) : socket
  if (typeof secured === 'string') return { error: secured, phase: 'tls', address }
  secured.setKeepAlive(true, 60_000)
  return { socket: secured, address }
}

const bareHost = ({ hostname }: URL) =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname

/**
 * The TLS connection over this one, or why there is none. Certificates are always checked, whatever
 * NODE_TLS_REJECT_UNAUTHORIZED says.
 */
function secure(
  tcp: Socket,
  host: string,
  deadline: number,
  ca: string | undefined,
): Promise<Socket | Word> {
  return new Promise((resolve) => {
    const socket = connectTls({
      socket: tcp,
      host,
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
    })
    const left = Math.max(0, deadline - performance.now())
    const timer = setTimeout(() => fail('connect_timeout'), left)
    const failed = () => fail('tls_failed')
    function fail(error: Word) {
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
