import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a local server with the part of the API that the connector calls. Follow the documentation of the service. */
export async function startFakeService(token: string) {
  const references: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${token}`) return respond(401, {})
    if (request.url === '/v1/account' || request.url?.endsWith('/cancel')) return respond(200, {})
    if (request.url !== '/v1/parcels') return respond(404, {})
    const { reference } = JSON.parse(text) as { reference: string }
    if (!references.includes(reference)) references.push(reference)
    const number = references.indexOf(reference) + 1
    return respond(201, {
      id: `parcel-${number}`,
      tracking_code: `EP${number}`,
      tracking_url: `https://track.example.com/${number}`,
      label_url: `https://labels.example.com/${number}.pdf`,
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    countParcels: () => references.length,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const signEvent = (body: string, secret: string) => ({
  'x-signature': createHmac('sha256', secret).update(body).digest('base64'),
})
