import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** A connection that a raw receiver accepted. */
export interface RawConnection {
  socket: Socket
  /** The number of this connection. The first connection of this receiver is 1. */
  number: number
  /** Calls `callback` for each complete request with the number of the request on this connection, from 1. */
  onRequest(callback: (number: number) => void): void
}

export interface RawReceiver {
  url: string
  port: number
  /** The numbers of the connections that sent the complete requests. */
  requests: number[]
  /** Returns the number of accepted connections. */
  accepted(): number
  close(): Promise<void>
}

interface RawReceiverOptions {
  host?: string
  port?: number
  tls?: { key: string; cert: string }
}

/** A response with status 200 and without a body, as the bytes that are sent. */
export const success = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** Starts a TCP receiver that writes arbitrary bytes at any time, for responses that no HTTP server sends. */
export async function startRawReceiver(
  onConnection: (connection: RawConnection) => void,
  { host = '127.0.0.1', port: requestedPort = 0, tls }: RawReceiverOptions = {},
): Promise<RawReceiver> {
  const sockets = new Set<Socket>()
  const requests: number[] = []
  let accepted = 0
  function accept(socket: Socket) {
    const number = ++accepted
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    onConnection({
      socket,
      number,
      onRequest(callback) {
        readRequests(socket, (requestNumber) => {
          requests.push(number)
          callback(requestNumber)
        })
      },
    })
  }
  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept)
  server.listen(requestedPort, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}/`,
    port,
    requests,
    accepted: () => accepted,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Parses consecutive requests with a Content-Length from a socket. */
function readRequests(socket: Socket, callback: (number: number) => void): void {
  let text = ''
  let number = 0
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    for (;;) {
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, end + 2))?.[1] ?? 0)
      if (end < 0 || text.length < end + 4 + length) return
      text = text.slice(end + 4 + length)
      callback(++number)
    }
  })
}
