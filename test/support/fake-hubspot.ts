import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * A stub of the CRM API of HubSpot (version 3), after its published reference: contacts, their properties, and property
 * groups. No request reaches HubSpot.
 */

export const hubSpotToken = 'pat-eu1-11111111-2222-3333-4444-555555555555'

interface Reply {
  status: number
  body: unknown
}

/** What the stub does with one request: responds with this, does it and closes the connection, or does nothing. */
export type HubSpotMood = Reply | 'loses the answer' | 'hangs'

type Properties = Record<string, string>

export interface HubSpotStub {
  url: string
  port: number
  /** The properties of each contact, by its id. */
  contacts: Map<string, Properties>
  /** The properties that contacts can have. */
  properties: Set<string>
  groups: Set<string>
  /** The requests with a valid token, as method and path. */
  requests: string[]
  mood: (request: string) => HubSpotMood | undefined
  find(email: string): Properties | undefined
  close(): Promise<void>
}

const failure = (status: number, category: string, message: string, more: object = {}): Reply => ({
  status,
  body: { status: 'error', category, message, ...more },
})

export async function startHubSpotStub(): Promise<HubSpotStub> {
  const contacts = new Map<string, Properties>()
  const properties = new Set(['email', 'firstname', 'lastname'])
  const groups = new Set(['contactinformation'])
  const findId = (email: unknown) =>
    [...contacts].find(([, values]) => values.email === String(email).toLowerCase())?.[0]

  /** Rejects all properties together if one is unknown, as HubSpot does. */
  function findUnknown(values: Properties): Reply | undefined {
    const unknown = Object.keys(values).filter((name) => !properties.has(name))
    if (unknown.length === 0) return undefined
    const message = `Property values were not valid: ${JSON.stringify(
      unknown.map((name) => ({ isValid: false, error: 'PROPERTY_DOESNT_EXIST', name })),
    )}`
    return failure(400, 'VALIDATION_ERROR', message)
  }

  function readBatch(body: { inputs: { id: string }[]; properties: string[] }): Reply {
    const ids = body.inputs.map(({ id }) => findId(id))
    const results = ids.flatMap((id) => {
      const values = id === undefined ? undefined : contacts.get(id)
      if (values === undefined) return []
      const names = body.properties.filter((name) => properties.has(name))
      return [
        { id, properties: Object.fromEntries(names.map((name) => [name, values[name] || null])) },
      ]
    })
    const isWhole = results.length === ids.length
    const errors = isWhole ? {} : { errors: [{ category: 'OBJECT_NOT_FOUND' }] }
    return { status: isWhole ? 200 : 207, body: { status: 'COMPLETE', results, ...errors } }
  }

  function updateBatch(body: { inputs: { id: string; properties: Properties }[] }): Reply {
    const results = []
    for (const { id, properties: changed } of body.inputs) {
      const unknown = findUnknown(changed)
      if (unknown !== undefined) return unknown
      const values = contacts.get(id)
      if (values === undefined) continue
      Object.assign(values, changed)
      results.push({ id, properties: changed })
    }
    return { status: results.length === body.inputs.length ? 200 : 207, body: { results } }
  }

  function createContact({ properties: values }: { properties: Properties }): Reply {
    const unknown = findUnknown(values)
    if (unknown !== undefined) return unknown
    if (findId(values.email) !== undefined)
      return failure(409, 'CONFLICT', 'Contact already exists.')
    const id = String(1_000 + contacts.size)
    contacts.set(id, { ...values })
    return { status: 201, body: { id, properties: values } }
  }

  function createProperty({ name, groupName }: { name: string; groupName: string }): Reply {
    if (!groups.has(groupName)) return failure(400, 'VALIDATION_ERROR', 'no such group')
    if (properties.has(name)) return failure(409, 'OBJECT_ALREADY_EXISTS', 'it exists')
    properties.add(name)
    return { status: 201, body: { name } }
  }

  function createGroup({ name }: { name: string }): Reply {
    if (groups.has(name)) return failure(409, 'OBJECT_ALREADY_EXISTS', 'it exists')
    groups.add(name)
    return { status: 201, body: { name } }
  }

  // biome-ignore lint/suspicious/noExplicitAny: each handler reads the body of its operation
  function respond(request: string, body: any): Reply {
    const [, name] = /^GET \/properties\/contacts\/(\w+)$/.exec(request) ?? []
    if (name !== undefined)
      return properties.has(name)
        ? { status: 200, body: { name } }
        : failure(404, 'OBJECT_NOT_FOUND', name)
    if (request === 'GET /objects/contacts?limit=1') return { status: 200, body: { results: [] } }
    if (request === 'POST /objects/contacts/batch/read') return readBatch(body)
    if (request === 'POST /objects/contacts/batch/update') return updateBatch(body)
    if (request === 'POST /objects/contacts') return createContact(body)
    if (request === 'POST /properties/contacts') return createProperty(body)
    if (request === 'POST /properties/contacts/groups') return createGroup(body)
    return failure(404, 'OBJECT_NOT_FOUND', request)
  }

  const stub = {
    ...{ url: '', port: 0, contacts, properties, groups, requests: [] as string[] },
    mood: (_request: string): HubSpotMood | undefined => undefined,
    find: (email: string) => contacts.get(findId(email) ?? ''),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  const server = createServer(async (incoming, response) => {
    const text = await readText(incoming)
    const request = `${incoming.method} ${incoming.url?.replace('/crm/v3', '')}`
    const isKnown = incoming.headers.authorization === `Bearer ${hubSpotToken}`
    if (isKnown) stub.requests.push(request)
    const mood = isKnown ? stub.mood(request) : failure(401, 'INVALID_AUTHENTICATION', 'no')
    if (mood === 'hangs') return
    const reply = typeof mood === 'object' ? mood : respond(request, JSON.parse(text || '{}'))
    if (mood === 'loses the answer') return void incoming.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stub.port = (server.address() as AddressInfo).port
  stub.url = `http://127.0.0.1:${stub.port}`
  return stub
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
