import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { setTransportFactory } from '@nats-io/nats-core/internal'
import type { ConnectionOptions } from '@nats-io/transport-node'
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js'
import {
  encryptSocket,
  openServerSocket,
  type ServerSocketOptions,
} from '#platform/http-client/guarded-socket'

/** The options of a connection, which the library passes to its transport unchanged. */
export interface GuardedOptions extends ConnectionOptions {
  guard: ServerSocketOptions & { host: string; ca: string }
}

/**
 * Replaces how the library opens its connections, so that each address is checked: also one that a cluster announces. The
 * library has one transport for a process, and its own `connect` would replace this one, so it is set before each connection.
 */
class GuardedTransport extends NodeTransport {
  private get guard() {
    return (this.options as GuardedOptions).guard
  }

  override dial({ hostname, port }: { hostname: string; port: number }): Promise<Socket> {
    return openServerSocket({ host: hostname, port }, this.guard)
  }

  override startTLS(): Promise<TLSSocket> {
    const { host, ca, timeoutMs } = this.guard
    return encryptSocket(this.socket, host, { timeoutMs, ca })
  }
}

export const useGuardedTransport = (): void =>
  setTransportFactory({ factory: () => new GuardedTransport() })
