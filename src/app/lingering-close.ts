import type { Socket } from 'node:net'

/* A server that closes a connection with unread data resets it, and the client may lose the response (RFC 9112, 9.6). */

const maxDrainMs = 5_000
const maxDrainBytes = 64 * 1024 * 1024

/** Closes the sending side, then reads and discards what the client still sends, up to a time and a size. */
export function closeAfterDraining(socket: Socket): void {
  let drainedBytes = 0
  const timer = setTimeout(() => socket.destroy(), maxDrainMs)
  socket.once('close', () => clearTimeout(timer))
  socket.removeAllListeners('data') // the HTTP parser: no further request of this connection is served
  socket.on('data', (chunk) => {
    drainedBytes += chunk.length
    if (drainedBytes > maxDrainBytes) socket.destroy()
  })
  socket.once('end', () => socket.destroy())
  socket.end()
  socket.resume()
  socket._read(0) // the parser had stopped the handle while no route read the body
}

/** Makes Node drain this connection after its last response, instead of closing it at once. */
export function drainAfterResponse(socket: Socket): void {
  socket.destroySoon = () => closeAfterDraining(socket)
}
