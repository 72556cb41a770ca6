import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '#contract'

/** What never became a request, or came too slowly to be one: no route sees it, yet it gets an answer. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const refusal = refusalFor(error.code ?? '')
  const body = bodyOf(refusal)
  const head = [
    `HTTP/1.1 ${refusal.status} ${reasons[refusal.status] ?? 'Bad Request'}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `request-id: ${randomUUID()}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** The same for a request that can be read and asks for what HTTP does not have. */
export function refuseMalformed(response: ServerResponse, message: string, status = 400): void {
  const body = bodyOf(new Refusal('invalid_json', { message, status }))
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'request-id': randomUUID(),
      connection: 'close',
    })
    .end(body)
}

/** A second answer must never run into the first. */
const isAnswering = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent ===
  true

const reasons: Readonly<Record<number, string>> = {
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
}

function refusalFor(code: string): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('invalid_json', {
      message: 'The request did not arrive in time.',
      status: 408,
    })
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal('payload_too_large', { message: 'The headers are too large.', status: 431 })
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new Refusal('payload_too_large', { message: 'The chunk extensions are too large.' })
  return new Refusal('invalid_json', { message: 'The request is not valid HTTP/1.1.' })
}

const bodyOf = (refusal: Refusal) => JSON.stringify({ errors: refusal.errors() })
