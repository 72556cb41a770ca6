import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'

/** A warehouse that counts what it receives. Its order ids begin with 1, as those of every other warehouse. */
export interface CountingWarehouse {
  settings: { url: string; secret: string }
  orders: string[]
  cancelled: string[]
  /** Whether it responds with 503. */
  isDown: boolean
  /** Signs a tracking message. */
  sign(body: string): Record<string, string>
}

export async function startCountingWarehouse(): Promise<CountingWarehouse> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const warehouse: CountingWarehouse = {
    settings: { url: '', secret },
    orders: [],
    cancelled: [],
    isDown: false,
    sign(body) {
      const at = new Date()
      return {
        'content-type': 'application/json',
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
      }
    },
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const [, cancelled] = /^\/orders\/(.+)\/cancel$/.exec(request.url ?? '') ?? []
    if (warehouse.isDown) return response.writeHead(503).end()
    if (cancelled !== undefined) warehouse.cancelled.push(cancelled)
    if (request.url !== '/orders') return response.writeHead(200).end('{}')
    const { reference } = JSON.parse(text) as { reference: string }
    if (!warehouse.orders.includes(reference)) warehouse.orders.push(reference)
    const order_id = String(warehouse.orders.indexOf(reference) + 1)
    return response.writeHead(201).end(JSON.stringify({ order_id }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  warehouse.settings.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return warehouse
}
