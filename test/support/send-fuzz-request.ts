import { type Agent, request } from 'node:http'
import type { FuzzRequest } from '#test/fuzz-requests'
import type { ReceivedResponse } from '#test/openapi-contract'

interface FuzzServer {
  agent: Agent
  origin: URL
  /**
   * True to send a request again if the server closed the reused connection before the request, for example
   * after an invalid request.
   */
  retriesClosedConnection?: boolean
}

/** Sends a request unchanged, with the length of its body, because a DELETE has no framing by default. */
export function sendFuzzRequest(
  server: FuzzServer,
  { method, path, headers, body }: Omit<FuzzRequest, 'id'>,
): Promise<ReceivedResponse> {
  const { agent, origin, retriesClosedConnection = false } = server
  const bytes = body === undefined ? undefined : Buffer.from(body, 'latin1')
  const length = bytes === undefined ? {} : { 'content-length': String(bytes.length) }
  const { hostname: host, port } = origin
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host, port, method, path, headers: { ...headers, ...length } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const received = new Headers()
          for (const [name, value] of Object.entries(response.headers))
            if (value !== undefined) received.set(name, String(value))
          resolve({ status: response.statusCode ?? 0, headers: received, text })
        })
      },
    )
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      retriesClosedConnection && outgoing.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(sendFuzzRequest(server, { method, path, headers, body }))
        : reject(error),
    )
    outgoing.end(bytes)
  })
}
