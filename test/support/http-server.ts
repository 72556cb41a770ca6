import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { exampleIds } from '#contract/examples'
import type { TestApp } from '#test/api-harness'
import type { ReceivedResponse } from '#test/openapi-contract'

/** Listens on a local port until the tests of the file end. Returns the origin. */
export async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  after(() => app.close())
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

export interface HttpRequestInput {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Sends a request over a socket, and reads the whole response. */
export async function sendRequest(
  origin: string,
  { method, path, headers = {}, body }: HttpRequestInput,
): Promise<ReceivedResponse> {
  const response = await fetch(`${origin}${path}`, {
    method: method.toUpperCase(),
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Replaces the ids of the examples with ids of this account. */
export function replaceExampleIds(testApp: TestApp, text: string): string {
  const direct = testApp.campaign('sender_provided_address')
  return text
    .replaceAll(exampleIds.campaign, testApp.campaign('email').id)
    .replaceAll(exampleIds.directCampaign, direct.id)
    .replaceAll(exampleIds.oneLinkCampaign, testApp.campaign('one_link').id)
    .replaceAll(exampleIds.variant, direct.products[0]?.variants[0]?.id ?? '')
}
