import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { InvalidSetting } from '../lib/invalid-setting.ts'
import type { Address } from './dns.ts'
import type { OpenedSocket } from './happy-eyeballs.ts'
import type { HttpErrorCode } from './http-error-codes.ts'
import { toServerName } from './tls-reasons.ts'

/*
 * Tunnels through an HTTP proxy of the operator (CONNECT, RFC 9110 §9.3.6). The service itself resolves
 * and checks the name, and asks the proxy for a tunnel to the checked address. The proxy therefore
 * cannot be led to another address.
 */

export interface EgressProxy {
  host: string
  port: number
  /** Whether the connection to the proxy uses TLS. */
  isTls: boolean
  /** The value of the header Proxy-Authorization. */
  authorization: string | undefined
}

/**
 * Parses a proxy URL such as `http://user:password@proxy.example.com:3128`. No
 * error message contains the text.
 */
export function parseProxy(text: string): EgressProxy {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.hostname === '' ||
    `${url.search}${url.hash}` !== '' ||
    url.pathname !== '/'
  )
    throw new InvalidSetting('must be http:// or https://, with user, password, host and port')
  const isTls = url.protocol === 'https:'
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    isTls,
    authorization:
      credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  }
}

interface TunnelFailure {
  error: HttpErrorCode
  address?: string
}

/** The maximum number of addresses to try, one after another. */
const maxAttempts = 3
const maxResponseBytes = 16_384

/**
 * Opens a tunnel to the first address that the proxy reaches before the deadline. The
 * deadline is a time of performance.now.
 */
export async function openTunnel(
  proxy: EgressProxy,
  addresses: readonly Address[],
  port: number,
  deadline: number,
): Promise<OpenedSocket | TunnelFailure> {
  let result: OpenedSocket | TunnelFailure = { error: 'proxy_failed' }
  for (const { address } of addresses.slice(0, maxAttempts)) {
    const opened = await openOne(proxy, address, port, deadline)
    if (typeof opened === 'object') return { socket: opened, address }
    result = { error: opened, address }
    if (opened !== 'connect_failed') return result
  }
  return result
}

function openOne(
  proxy: EgressProxy,
  address: string,
  port: number,
  deadline: number,
): Promise<Socket | HttpErrorCode> {
  return new Promise((resolve) => {
    const { host } = proxy
    const socket = proxy.isTls
      ? connectTls({
          host,
          port: proxy.port,
          rejectUnauthorized: true,
          servername: toServerName(host),
        })
      : connectTcp({ host, port: proxy.port, noDelay: true })
    const timer = setTimeout(
      () => settle('connect_timeout'),
      Math.max(0, deadline - performance.now()),
    )
    let received = Buffer.alloc(0)

    function settle(result: Socket | HttpErrorCode) {
      clearTimeout(timer)
      socket.off('data', onData).off('close', onFailure)
      if (typeof result === 'string') socket.destroy()
      resolve(result)
    }
    const onFailure = () => settle('proxy_failed')
    function onData(chunk: Buffer) {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf('\r\n\r\n')
      if (end === -1 && received.length <= maxResponseBytes) return
      // A receiver does not send first, so further bytes come from a proxy that does not tunnel.
      const isAlone = end === received.length - 4
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(received.toString('latin1'))?.[1]
      if (status?.startsWith('2') === true && isAlone) settle(socket)
      else settle(isUnreachable(status) ? 'connect_failed' : 'proxy_failed')
    }
    // The listener remains, because an error after the tunnel is open must not end the process.
    socket.on('error', onFailure)
    socket.once('close', onFailure)
    socket.on('data', onData)
    socket.once(proxy.isTls ? 'secureConnect' : 'connect', () =>
      socket.write(serializeConnect(proxy, address, port)),
    )
  })
}

/** Returns whether the proxy works but cannot reach the address. */
const isUnreachable = (status: string | undefined) => /^50[234]$/.test(status ?? '')

function serializeConnect({ authorization }: EgressProxy, address: string, port: number): string {
  const target = `${address.includes(':') ? `[${address}]` : address}:${port}`
  const credentials = authorization === undefined ? '' : `proxy-authorization: ${authorization}\r\n`
  return `CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n${credentials}\r\n`
}
