import type { Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { OutboundRules } from './guarded-request.ts'
import { openGuardedSocket } from './ssrf-agent.ts'

export interface ServerSocketOptions {
  outbound: OutboundRules
  /** The usual ports of the protocol, which are allowed beside those of the rules. */
  ports: readonly number[]
  timeoutMs: number
  /** Ends the connection, whatever the library that uses it does. */
  signal: AbortSignal
}

/**
 * Opens a connection to a server that does not speak HTTP, at an address that the rules allow. Throws an error whose message
 * is the reason, such as `address_refused`.
 */
export async function openServerSocket(
  { host, port }: { host: string; port: number },
  { outbound, ports, timeoutMs, signal }: ServerSocketOptions,
): Promise<Socket> {
  const allowedPorts = outbound.ports && [...outbound.ports, ...ports]
  const socket = await openGuardedSocket(
    host,
    port,
    { ...outbound, ports: allowedPorts },
    timeoutMs,
  )
  const end = () => socket.destroy()
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  return limitReceived(socket.setNoDelay(true))
}

/** Encrypts a connection, and checks that the certificate is for the host. */
export function encryptSocket(
  socket: Socket,
  host: string,
  { timeoutMs, ca }: { timeoutMs: number; ca?: string | undefined },
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      socket.destroy()
      reject(new Error('tls_failed'))
    }
    const timer = setTimeout(fail, timeoutMs)
    const options = { socket, servername: host, rejectUnauthorized: true, ...(ca && { ca }) }
    const encrypted = connectTls(options, () => {
      clearTimeout(timer)
      encrypted.removeListener('error', fail)
      resolve(limitReceived(encrypted))
    })
    encrypted.once('error', fail)
  })
}

/** The bytes that a server may send beside those that it answers: its greeting, and its signs of life. */
const freeBytes = 64 * 1024

/**
 * Ends a connection whose server sends more than it receives, because libraries collect what they receive. A
 * confirmation is shorter than what it confirms.
 */
function limitReceived<S extends Socket>(socket: S): S {
  let received = 0
  const push = socket.push.bind(socket)
  socket.push = (chunk: Buffer | null, ...rest) => {
    received += chunk?.length ?? 0
    if (received <= freeBytes + socket.bytesWritten) return push(chunk, ...rest)
    socket.destroy(new Error('bad_response'))
    return false
  }
  return socket
}
