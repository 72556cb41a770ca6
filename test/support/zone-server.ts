import { isIP } from 'node:net'
import { createServer, type DnsHandler, Packet } from 'dns2'

/** A name server on a local port, over UDP and TCP, whose records a test changes. */
export interface ZoneServer {
  /** The address as `host:port`. */
  address: string
  /** The texts by the name of the record. A name without an entry does not exist. */
  texts: Map<string, readonly string[]>
  /** The targets of CNAME records by name. A lookup of addresses gets those of the target too. */
  aliases: Map<string, string>
  /** IPv4 and IPv6 addresses by name. */
  hosts: Map<string, readonly string[]>
  /** `silent` responds to no query, `broken` with SERVFAIL. */
  failure: 'silent' | 'broken' | undefined
  /** The names that were asked for. */
  queries: string[]
  close(): Promise<void>
}

const servfail = 2
const nxdomain = 3

export async function startZoneServer(): Promise<ZoneServer> {
  const zone = {
    texts: new Map<string, readonly string[]>(),
    aliases: new Map<string, string>(),
    hosts: new Map<string, readonly string[]>(),
    queries: [] as string[],
  }
  const state: Pick<ZoneServer, 'failure'> = { failure: undefined }
  const handle: DnsHandler = (request, send) => {
    const response = Packet.createResponseFromRequest(request)
    const { name: asked = '', type } = request.questions[0] ?? {}
    const name = asked.toLowerCase()
    zone.queries.push(name)
    if (state.failure === 'silent') return
    const isKnown = zone.texts.has(name) || zone.aliases.has(name) || zone.hosts.has(name)
    if (state.failure === 'broken') response.header.rcode = servfail
    else if (!isKnown) response.header.rcode = nxdomain
    const add = (owner: string, kind: keyof typeof Packet.TYPE, value: object) => {
      const resource = new Packet.Resource(owner, Packet.TYPE[kind], Packet.CLASS.IN, 0)
      response.answers.push(Object.assign(resource, value))
    }
    const alias = zone.aliases.get(name)
    if (alias !== undefined && type !== Packet.TYPE.TXT) add(name, 'CNAME', { domain: alias })
    if (type === Packet.TYPE.TXT)
      for (const data of zone.texts.get(name) ?? [])
        add(name, 'TXT', { data: data.match(/.{1,255}/gs) ?? [''] })
    for (const address of zone.hosts.get(alias ?? name) ?? []) {
      const kind = isIP(address) === 4 ? 'A' : 'AAAA'
      if (type === Packet.TYPE[kind]) add(alias ?? name, kind, { address })
    }
    send(response)
  }
  const { server, address } = await listenOnBoth(handle)
  return {
    address,
    ...zone,
    get failure() {
      return state.failure
    },
    set failure(value) {
      state.failure = value
    },
    close: async () => {
      await server.close()
    },
  }
}

/**
 * Listens with UDP and TCP on one port: large answers come over TCP. The port lies below the range of
 * ephemeral ports, because an error of one half can end neither the other half nor this process.
 */
async function listenOnBoth(handle: DnsHandler) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    const place = { port, address: '127.0.0.1' }
    const server = createServer({ udp: true, tcp: true, handle })
    const isListening = await new Promise<boolean>((resolve) => {
      server.on('error', () => resolve(false))
      void server.listen({ udp: place, tcp: place }).then(() => resolve(true))
    })
    if (isListening) return { server, address: `127.0.0.1:${port}` }
  }
  throw new Error('no free port for a name server')
}
