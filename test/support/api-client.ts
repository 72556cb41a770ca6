import type { FastifyInstance } from 'fastify'

/** An answer of the API, with its exact bytes. */
interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  json: Json
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
type Json = any

export interface ApiClient {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  send(
    method: 'GET' | 'HEAD' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Answer>
}

/** Calls the API without a port, as somebody who holds this token. */
export function clientOf(app: FastifyInstance, token: string): ApiClient {
  const usual = { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' }
  async function send(
    method: 'GET' | 'HEAD' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Answer> {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    const isJson = /json/.test(String(answer.headers['content-type']))
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      json: isJson && answer.payload !== '' ? JSON.parse(answer.payload) : undefined,
    }
  }
  return {
    send,
    get: (path, headers = {}) => send('GET', path, { ...usual, ...headers }),
    post: (path, body, headers = {}) =>
      body === undefined
        ? send('POST', path, { ...usual, ...headers })
        : send(
            'POST',
            path,
            { ...usual, 'content-type': 'application/json', ...headers },
            typeof body === 'string' ? body : JSON.stringify(body),
          ),
  }
}
