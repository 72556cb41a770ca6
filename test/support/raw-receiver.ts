import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** What a receiver does with a connection that it accepted. */
export interface RawConnection {
  socket: Socket
  /** 1 for the first of this receiver. */
  number: number
  /** Calls back with each request that arrived whole; its number on this connection begins with 1. */
  onRequest(callback: (number: number) => void): void
}

export interface RawReceiver {
  url: string
  port: number
  /** Requests that arrived whole, by the number of their connection. */
  requests: number[]
  /** Connections that were accepted. */
  accepted(): number
  close(): Promise<void>
}

interface RawReceiverOptions {
  host?: string
  port?: number
  tls?: { key: string; cert: string }
}

/** A success without a body, as it stands on the wire. */
export const success = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** A receiver that writes what it likes, when it likes: for what no HTTP server does. */
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

/** Requests with a Content-Length, one after another. */
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
