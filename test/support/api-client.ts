import type { FastifyInstance } from 'fastify'

/** A response of the API, with its exact bytes. */
interface ApiResponse {
  status: number
  headers: Record<string, unknown>
  text: string
  json: Json
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
type Json = any

export interface ApiClient {
  /** The default headers: the token and the newest version. */
  defaultHeaders: Record<string, string>
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
  send(
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<ApiResponse>
}

/** Creates a client that calls the API with this token, without a network port. */
export function createApiClient(app: FastifyInstance, token: string): ApiClient {
  const defaultHeaders = { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' }
  async function send(
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<ApiResponse> {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    const isJson = /json\b/.test(String(response.headers['content-type']))
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      json: isJson && response.payload !== '' ? JSON.parse(response.payload) : undefined,
    }
  }
  return {
    defaultHeaders,
    send,
    get: (path, headers = {}) => send('GET', path, { ...defaultHeaders, ...headers }),
    post: (path, body, headers = {}) =>
      body === undefined
        ? send('POST', path, { ...defaultHeaders, ...headers })
        : send(
            'POST',
            path,
            { ...defaultHeaders, 'content-type': 'application/json', ...headers },
            typeof body === 'string' ? body : JSON.stringify(body),
          ),
  }
}
