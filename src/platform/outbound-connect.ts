import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPublic } from './address-guard.ts'
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
 * deadline. Several addresses are tried one after the other, as they may not all be reachable from here.
 */
export function connectTo(
  url: URL,
  addresses: readonly Address[],
  { allowPrivate, ca }: Options,
  deadline: number,
): Promise<Connected | Failure> {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  const isTls = url.protocol === 'https:'
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  const tcp = connectTcp({
    host,
    port,
    noDelay: true,
    autoSelectFamily: true,
    lookup: (_name, _options, answer) => answer(null, [...addresses]),
  })

  return new Promise((resolve) => {
    let phase: Phase = 'connect'
    let socket: Socket = tcp
    const timer = setTimeout(
      () => end('connect_timeout'),
      Math.max(0, deadline - performance.now()),
    )

    function end(error: Word) {
      clearTimeout(timer)
      const { remoteAddress: address } = tcp
      tcp.destroy()
      socket.destroy()
      resolve({ error, phase, ...(address === undefined ? {} : { address }) })
    }

    function ready() {
      clearTimeout(timer)
      const { remoteAddress: address } = tcp
      if (address === undefined) return end('reset')
      socket.setKeepAlive(true, 60_000)
      resolve({ socket, address })
    }

    tcp.on('error', (error) => end(phase === 'tls' ? 'tls_failed' : connectWord(error)))
    tcp.once('connect', () => {
      // Judged again where it cannot change any more: on the connection itself.
      if (!allowPrivate && !isPublic(tcp.remoteAddress ?? '')) return end('address_refused')
      if (!isTls) return ready()
      phase = 'tls'
      socket = connectTls({
        socket: tcp,
        host,
        servername: isIP(host) === 0 ? host : '',
        ALPNProtocols: ['http/1.1'],
        ...(ca === undefined ? {} : { ca }),
      })
      socket.on('error', () => end('tls_failed'))
      socket.once('close', () => end('tls_failed'))
      socket.once('secureConnect', ready)
    })
  })
}

function connectWord(error: Error): Word {
  const codes = 'errors' in error ? (error.errors as Error[]).map(codeOf) : [codeOf(error)]
  if (codes.includes('ECONNREFUSED')) return 'connect_refused'
  return codes.includes('ETIMEDOUT') ? 'connect_timeout' : 'connect_failed'
}

const codeOf = (error: Error) => (error as { code?: string }).code
