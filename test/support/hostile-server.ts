import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

interface HostileServer {
  port: number
  /** Counts the connections since the start. `open` counts the open ones. */
  connections: () => number
  open: () => number
  sentBytes: () => number
  close(): void
}

/** Starts a server that does this with each connection. */
export async function startHostile(
  onConnection: (socket: Socket, count: (bytes: number) => void) => void,
): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  let sent = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.resume() // a connection that is not read never ends
    onConnection(socket, (bytes) => {
      sent += bytes
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    sentBytes: () => sent,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Sends a text without end, as fast as the other side reads. */
export function flood(text: string) {
  return (socket: Socket, count: (bytes: number) => void) => {
    const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)))
    const send = () => {
      while (!socket.destroyed) {
        count(chunk.length)
        if (!socket.write(chunk)) break
      }
    }
    socket.on('drain', send)
    send()
  }
}
