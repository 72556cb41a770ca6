import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OutgoingText, TextReport } from '#email'

/** The numbers that the service refuses, because they do not exist, or because their owners have stopped messages. */
export const refusedNumber = '+15005550001'
export const stoppedNumber = '+15005550004'

/** Starts a local server with the part of the API that the connector calls. Follow the documentation of the service. */
export async function startFakeService(token: string) {
  const messages: OutgoingText[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const respond = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    if (request.headers.authorization !== `Bearer ${token}`) return respond(401, {})
    if (request.url === '/v1/account') return respond(200, {})
    if (request.url !== '/v1/messages') return respond(404, {})
    const { to, text, status_url } = JSON.parse(body) as OutgoingText
    if (to === refusedNumber) return respond(422, { error: 'unknown_number' })
    if (to === stoppedNumber) return respond(422, { error: 'opted_out' })
    messages.push({ to, text, status_url })
    return respond(201, { id: `message-${messages.length}` })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    sent: () => messages,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Writes the body of a report of the service. */
export function writeReport(report: TextReport): string {
  if (report.kind === 'failed') return JSON.stringify({ event: 'failed', reason: report.reason })
  const from = report.kind === 'choice' ? report.phone : '+4915100000000'
  const text = report.kind === 'choice' ? (report.isStopped ? ' Stop ' : 'START') : 'Thanks!'
  return JSON.stringify({ event: 'reply', from, text })
}

export const signReport = (url: string, body: string, secret: string) => ({
  'x-signature': createHmac('sha256', secret).update(`${url}\n${body}`).digest('base64'),
})
