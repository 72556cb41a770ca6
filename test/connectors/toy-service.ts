import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A parcel as the service describes it. */
export interface ToyParcel {
  id: string
  reference: string
  label_url: string
  tracking_url: string
  arrives_at: string
  is_cancelled: boolean
}

export const token = 'a-token-of-the-toy-service'

export const sign = (body: string) => ({
  'x-signature': createHmac('sha256', token).update(body).digest('hex'),
})

export function isSigned(signature: unknown, body: Buffer): boolean {
  const expected = createHmac('sha256', token).update(body).digest('hex')
  const [a, b] = [Buffer.from(String(signature)), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Starts a small carrier that ships a parcel for every order, however often it has the same reference. */
export async function startToyService() {
  const parcels: ToyParcel[] = []
  const dispatch = (
    line: string,
    body: { reference?: string },
  ): [status: number, body: unknown] => {
    const [, reference] = /^GET \/parcels\?reference=(.*)$/.exec(line) ?? []
    if (reference !== undefined)
      return [200, { data: parcels.filter((each) => each.reference === reference) }]
    const [, id] = /^POST \/parcels\/([^/]+)\/cancel$/.exec(line) ?? []
    const parcel = parcels.find((each) => each.id === id)
    if (parcel !== undefined && !parcel.is_cancelled) {
      parcel.is_cancelled = true
      return [200, parcel]
    }
    if (id !== undefined) return [parcel === undefined ? 404 : 409, {}]
    if (line === 'GET /ping') return [200, {}]
    const created = {
      id: `p${parcels.length + 1}`,
      reference: body.reference ?? '',
      label_url: 'https://labels.example.com/1.pdf',
      tracking_url: 'https://track.example.com/1',
      arrives_at: '2026-05-04T00:00:00Z',
      is_cancelled: false,
    }
    parcels.push(created)
    return [201, created]
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const isKnown = request.headers.authorization === `Bearer ${token}`
    const line = `${request.method} ${request.url}`
    const [status, body] = isKnown ? dispatch(line, text === '' ? {} : JSON.parse(text)) : [401, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    countParcels: () => parcels.length,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
