import assert from 'node:assert/strict'
import * as accounts from '#accounts'
import type { AdminTestApp } from '#test/admin-harness'

interface ScimResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read the members that they know
  json: any
}

/** A client of the SCIM server, as an identity provider. */
export interface ScimClient {
  token: string
  send(method: string, path: string, body?: unknown): Promise<ScimResponse>
  get(path: string): Promise<ScimResponse>
  /** Returns the resources of a filter. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read the members that they know
  find(type: 'Users' | 'Groups', filter: string): Promise<any[]>
  patch(path: string, ...operations: object[]): Promise<ScimResponse>
  /** Creates a user or group and returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read the members that they know
  create(type: 'Users' | 'Groups', body: object): Promise<any>
}

/** Creates the token of an account, and a client with it. */
export async function createScimClient(
  testApp: Pick<AdminTestApp, 'run' | 'origin'>,
  account_id?: string,
): Promise<ScimClient> {
  const token = await testApp.run((ctx) => accounts.createProvisioningToken(ctx), account_id)
  return connectScim(testApp.origin, token)
}

export function connectScim(origin: string, token: string): ScimClient {
  const send: ScimClient['send'] = async (method, path, body) => {
    const response = await fetch(`${origin}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      json: text === '' ? undefined : JSON.parse(text),
    }
  }
  return {
    token,
    send,
    get: (path) => send('GET', path),
    async find(type, filter) {
      const { status, json } = await send('GET', `/${type}?filter=${encodeURIComponent(filter)}`)
      assert.equal(status, 200, JSON.stringify(json))
      return json.Resources
    },
    patch: (path, ...operations) =>
      send('PATCH', path, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: operations,
      }),
    async create(type, body) {
      const { status, json } = await send('POST', `/${type}`, body)
      assert.equal(status, 201, JSON.stringify(json))
      return json
    },
  }
}
