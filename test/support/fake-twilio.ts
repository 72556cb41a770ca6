import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OutgoingText, TextReport } from '#email'

/*
 * A stub of the provider. It follows the published reference of Twilio: Messages and Accounts resources, status callbacks,
 * and validation of requests. No request reaches Twilio itself.
 */

export const twilioAccount = {
  account: 'AC0123',
  token: 'the-auth-token-of-the-account',
  from: '+15005550006',
}
/** The numbers that the stub refuses, because they are invalid, or because their owners have stopped messages. */
export const refusedNumber = '+15005550001'
export const stoppedNumber = '+15005550004'

export async function startFakeTwilio() {
  const messages: (OutgoingText & { from: string })[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const credentials = Buffer.from(`${twilioAccount.account}:${twilioAccount.token}`)
    if (request.headers.authorization !== `Basic ${credentials.toString('base64')}`)
      return send(401, { code: 20003, message: 'Authenticate', status: 401 })
    const path = `/2010-04-01/Accounts/${twilioAccount.account}`
    if (request.url === `${path}.json`) return send(200, { sid: 'AC0123', status: 'active' })
    if (request.url !== `${path}/Messages.json` || request.method !== 'POST') return send(404, {})
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const to = form.get('To') ?? ''
    const message = `The 'To' number ${to} cannot be used`
    if (to === refusedNumber) return send(400, { code: 21211, message, status: 400 })
    if (to === stoppedNumber) return send(400, { code: 21610, message, status: 400 })
    messages.push({
      to,
      from: form.get('From') ?? '',
      text: form.get('Body') ?? '',
      status_url: form.get('StatusCallback') ?? '',
    })
    return send(201, { sid: 'SM1', status: 'queued' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    sent: (): OutgoingText[] =>
      messages.map(({ to, text, status_url }) => ({ to, text, status_url })),
    close: () => server.close(),
  }
}

/** Signs a request of Twilio. */
export function signTwilio(url: string, body: string, token = twilioAccount.token) {
  const sorted = [...new URLSearchParams(body)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const text = `${url}${sorted.map((pair) => pair.join('')).join('')}`
  return { 'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64') }
}

/** Writes the body of a request of Twilio. */
export function writeTwilio(report: TextReport): string {
  if (report.kind === 'failed')
    return new URLSearchParams({ MessageStatus: report.reason, ErrorCode: '30003' }).toString()
  const phone = report.kind === 'choice' ? report.phone : '+4915100000000'
  const Body = report.kind === 'choice' ? (report.isStopped ? ' Stop. ' : 'START') : 'Thanks!'
  return new URLSearchParams({ From: phone, Body }).toString()
}
