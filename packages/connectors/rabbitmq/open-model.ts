import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import type { ChannelModel } from 'amqplib'

/*
 * The library opens its sockets itself, to any address that a name resolves to. Its connection accepts a socket, but the
 * package does not export it, so it is loaded from its file. The version of the package is exact.
 */

interface Connection {
  open(fields: object, done: (error: Error | null) => void): void
}

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('amqplib')), 'lib')
const { Connection } = require(join(folder, 'connection.js')) as {
  Connection: new (socket: Socket) => Connection
}
const { ChannelModel: Model } = require(join(folder, 'channel_model.js')) as {
  ChannelModel: new (connection: Connection) => ChannelModel
}

export interface SignIn {
  user: string
  password: string
  virtual_host: string
}

/** The largest frame that a broker may send. It sends confirmations, and the messages that it returns in parts. */
const maxFrameBytes = 131_072
const heartbeatSeconds = 20

/** Signs in over an open socket. */
export async function openModel(
  socket: Socket,
  { user, password, virtual_host }: SignIn,
): Promise<ChannelModel> {
  const connection = new Connection(socket)
  const fields = {
    clientProperties: {
      product: 'Bestow',
      capabilities: {
        publisher_confirms: true,
        'basic.nack': true,
        'connection.blocked': true,
        authentication_failure_close: true,
      },
    },
    mechanism: 'PLAIN',
    response: Buffer.from(`\0${user}\0${password}`),
    locale: 'en_US',
    channelMax: 1,
    frameMax: maxFrameBytes,
    maxFrameSize: maxFrameBytes,
    heartbeat: heartbeatSeconds,
    virtualHost: virtual_host,
    capabilities: '',
    insist: 0,
  }
  await new Promise<void>((resolve, reject) => {
    connection.open(fields, (error) => (error === null ? resolve() : reject(error)))
  })
  return new Model(connection)
}
