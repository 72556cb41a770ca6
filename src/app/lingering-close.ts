import type { Socket } from 'node:net'

/*
 * Closing a connection in two steps. A server that closes a connection with unread data resets it, and the
 * client may lose the response (RFC 9112, 9.6).
 */

const maxDrainMs = 5_000
const maxDrainBytes = 64 * 1024 * 1024

/**
 * Closes the sending side of a connection. Then reads and discards what the client still sends, up to a
 * maximum time and size.
 */
export function closeAfterDraining(socket: Socket): void {
  let drainedBytes = 0
  const timer = setTimeout(() => socket.destroy(), maxDrainMs)
  socket.once('close', () => clearTimeout(timer))
  socket.removeAllListeners('data') // detaches the HTTP parser, so that no further request of this connection is served
  socket.on('data', (chunk) => {
    drainedBytes += chunk.length
    if (drainedBytes > maxDrainBytes) socket.destroy()
  })
  socket.once('end', () => socket.destroy())
  socket.end()
  socket.resume()
  socket._read(0) // starts reading again, because the parser had stopped the handle while no route read the body
}

/** Makes Node drain this connection after its last response, and not close it at once. */
export function drainAfterResponse(socket: Socket): void {
  socket.destroySoon = () => closeAfterDraining(socket)
}
