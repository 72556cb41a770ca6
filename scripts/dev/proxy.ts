import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import type { ServiceRunner } from './service-runner.ts'
import type { WebServer } from './web-server.ts'

export interface Proxy {
  handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Ends open event streams, because a service that stops would wait for them. Browsers open them again. */
  endStreams(): void
}

/**
 * The paths of modules and other files that Vite serves. Of these paths, the service itself
 * has a route only below /assets.
 */
const vitePath = /^\/(@vite|@react-refresh|@id|@fs|src|node_modules|assets)(\/|$)/

/**
 * The pattern of the nonce in the policy of a page. Only the page of the web app has it there:
 * src/http/web/index.ts.
 */
const webAppPolicy = /script-src 'self'; style-src 'self' 'nonce-([^']+)'/

/**
 * Creates a proxy that forwards requests to Vite or to the service. During a restart, requests
 * wait until the service responds. The service decides the status and the headers of the web app's
 * page, and Vite renders the page.
 */
export function createProxy(service: ServiceRunner, web: WebServer): Proxy {
  const streams = new Set<ServerResponse>()

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!(await service.whenReady()))
      return sendText(response, 503, 'The service does not run. The terminal shows the reason.')
    const { method, url, headers } = request
    const upstream = sendRequest(
      { host: '127.0.0.1', port: service.port, method, path: url, headers, agent: false },
      (reply) => {
        reply.once('error', () => response.destroy())
        receive(request, response, reply).catch((error) => sendText(response, 500, String(error)))
      },
    )
    upstream.once('error', (error) => sendText(response, 502, error.message))
    response.once('close', () => upstream.destroy())
    request.pipe(upstream)
  }

  async function receive(
    request: IncomingMessage,
    response: ServerResponse,
    reply: IncomingMessage,
  ): Promise<void> {
    const { statusCode = 502, headers } = reply
    const policy = String(headers['content-security-policy'] ?? '')
    const nonce = webAppPolicy.exec(policy)?.[1]
    if (nonce !== undefined) {
      reply.resume()
      const page = await web.renderPage(request.url ?? '/', nonce)
      response.writeHead(statusCode, pageHeaders(headers, policy, nonce))
      response.end(page)
      return
    }
    if (headers['content-type']?.startsWith('text/event-stream')) {
      streams.add(response)
      response.once('close', () => streams.delete(response))
    }
    response.writeHead(statusCode, reply.rawHeaders)
    reply.pipe(response)
  }

  return {
    handle(request, response) {
      const toService = () =>
        void forward(request, response).catch((error) => sendText(response, 500, String(error)))
      if (vitePath.test(request.url ?? '')) web.middlewares(request, response, toService)
      else toService()
    },
    endStreams() {
      for (const response of streams) response.destroy()
    },
  }
}

/**
 * Returns the headers of the service for the page that Vite renders. The page has another length, and its
 * inline scripts have the nonce.
 */
function pageHeaders(headers: IncomingHttpHeaders, policy: string, nonce: string) {
  const { 'content-length': _length, ...others } = headers
  return {
    ...others,
    'content-security-policy': policy.replace(
      "script-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
    ),
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
