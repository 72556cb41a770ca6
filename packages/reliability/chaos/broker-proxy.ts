import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A moment of a publication: before the broker receives it, when the broker has received it, or when the broker has confirmed it
 * and the confirmation has not arrived.
 */
export type PublishMoment = 'unsent' | 'sent' | 'confirmed'

/** A proxy in front of a broker, which acts at a moment of a later publication. */
export interface BrokerProxy {
  port: number
  /** Calls a function once, at this moment of the next publication. Nothing passes the proxy on that connection afterwards. */
  interceptNext(moment: PublishMoment, act: () => void): void
  cancel(): void
  close(): void
}

/** What each publication contains, in all three protocols: a type of event. */
const marker = Buffer.from('gift_request_')

export async function startBrokerProxy(brokerPort: number): Promise<BrokerProxy> {
  let order: { moment: PublishMoment; act: () => void } | undefined
  const sockets = new Set<Socket>()
  const act = () => {
    const taken = order
    order = undefined
    taken?.act()
  }

  function relay(client: Socket): void {
    const broker = connect(brokerPort, '127.0.0.1')
    let isMuted = false
    let awaitsConfirmation = false
    for (const socket of [client, broker]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        broker.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (isMuted) return
      const isPublication = order !== undefined && chunk.includes(marker)
      if (isPublication && order?.moment === 'unsent') {
        isMuted = true
        return act()
      }
      broker.write(chunk, () => {
        if (isPublication && order?.moment === 'sent') {
          isMuted = true
          act()
        }
      })
      if (isPublication && order?.moment === 'confirmed') awaitsConfirmation = true
    })
    broker.on('data', (chunk) => {
      if (isMuted) return
      if (awaitsConfirmation && order?.moment === 'confirmed') {
        isMuted = true
        return act()
      }
      client.write(chunk)
    })
  }

  const server = createServer(relay)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    interceptNext(moment, then) {
      order = { moment, act: then }
    },
    cancel() {
      order = undefined
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
