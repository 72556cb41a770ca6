/**
 * A warehouse that receives orders from Bestow and reports what happens to its parcels.
 *
 * BESTOW_HTTP_CARRIER_SECRET=whsec_… PORT=4100 node server.ts
 */
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { openOrders } from './orders.ts'

const { BESTOW_HTTP_CARRIER_SECRET = '', DATABASE = 'orders.db', PORT } = process.env
const orders = openOrders(DATABASE)
const webhook = new Webhook(BESTOW_HTTP_CARRIER_SECRET)
const maxBytes = 64 * 1024

const server = createServer(async (request, response) => {
  const respond = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > maxBytes) return respond(413, { reason: 'The order is too large.' })
  }
  try {
    webhook.verify(text, request.headers as Record<string, string>)
  } catch {
    return respond(401, { reason: 'The signature is not valid.' })
  }
  if (request.url === '/ping') return respond(200, {})
  const [, order_id] = /^\/orders\/([^/]+)\/cancel$/.exec(request.url ?? '') ?? []
  if (order_id !== undefined) return cancel(decodeURIComponent(order_id))
  if (request.url !== '/orders') return respond(404, { reason: 'There is no such page.' })

  const { reference, address } = JSON.parse(text) as {
    reference: string
    address: { country: string }
  }
  if (!['DE', 'US'].includes(address.country))
    return respond(422, {
      reason: `This warehouse does not ship to ${address.country}.`,
      remedy: 'Correct the country, or ship this parcel from another warehouse.',
    })
  const order = orders.accept(reference, text)
  return respond(201, { order_id: order?.order_id, carrier_name: 'Example Post' })

  function cancel(id: string) {
    const order = orders.find(id)
    if (order === undefined) return respond(404, { reason: 'There is no such order.' })
    if (order.state === 'shipped') return respond(409, { reason: 'The parcel has left.' })
    orders.setState(id, 'cancelled')
    return respond(200, {})
  }
})

server.listen(Number(PORT ?? 4100), '127.0.0.1', () => console.log('listening'))
