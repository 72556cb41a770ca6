import { createServer, Packet } from 'dns2'

/** A name server on a local port, over UDP and TCP, whose TXT records a test changes. */
export interface ZoneServer {
  /** The address as `host:port`. */
  address: string
  /** The texts by the name of the record. A name without an entry does not exist. */
  texts: Map<string, readonly string[]>
  /** `silent` responds to no query, `broken` with SERVFAIL. */
  failure: 'silent' | 'broken' | undefined
  /** The names that were asked for. */
  queries: string[]
  close(): Promise<void>
}

const servfail = 2
const nxdomain = 3

export async function startZoneServer(): Promise<ZoneServer> {
  const zone = { texts: new Map<string, readonly string[]>(), queries: [] as string[] }
  const state: Pick<ZoneServer, 'failure'> = { failure: undefined }
  const server = createServer({
    udp: true,
    tcp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request)
      const name = (request.questions[0]?.name ?? '').toLowerCase()
      zone.queries.push(name)
      if (state.failure === 'silent') return
      const texts = zone.texts.get(name)
      if (state.failure === 'broken') response.header.rcode = servfail
      else if (texts === undefined) response.header.rcode = nxdomain
      for (const data of texts ?? [])
        response.answers.push(
          Object.assign(new Packet.Resource(name, Packet.TYPE.TXT, Packet.CLASS.IN, 0), {
            data: data.match(/.{1,255}/gs) ?? [''],
          }),
        )
      send(response)
    },
  })
  const port = await listenOnBoth(server)
  return {
    address: `127.0.0.1:${port}`,
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

/** Listens with UDP on a free port, and with TCP on the same one: large answers come over TCP. */
async function listenOnBoth(server: ReturnType<typeof createServer>): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    const error = await server
      .listen({ udp: { port, address: '127.0.0.1' }, tcp: { port, address: '127.0.0.1' } })
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
    if (error === undefined) return port
  }
  throw new Error('no free port for a name server')
}
