import type { DefaultConnection } from '#connections'
import type { MailTransport } from '#platform/lib/mail-transport'

type Usable = Extract<DefaultConnection<MailTransport>, { kind: 'usable' }>

export interface TransportCache {
  /** Returns the transport of a connection. A changed connection gets another transport. */
  open(connection: Usable): MailTransport
  close(): void
}

const maxTransports = 200

/** Creates a cache of the transports of connections, so that emails of an account share connections to its server. */
export function createTransportCache(): TransportCache {
  const cache = new Map<string, { version: string; transport: MailTransport }>()
  const drop = (id: string) => {
    cache.get(id)?.transport.close()
    cache.delete(id)
  }
  return {
    open({ id, version, open }) {
      const cached = cache.get(id)
      if (cached?.version === version) {
        cache.delete(id) // the oldest entry is the one that was not used for the longest time
        cache.set(id, cached)
        return cached.transport
      }
      drop(id)
      if (cache.size >= maxTransports) drop(cache.keys().next().value ?? '')
      const transport = open()
      cache.set(id, { version, transport })
      return transport
    },
    close() {
      for (const id of [...cache.keys()]) drop(id)
    },
  }
}
