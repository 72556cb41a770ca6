import assert from 'node:assert/strict'
import type { Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import { createTestApp, giftBody, type TestApp } from '#test/api-harness'
import { type HttpRequestInput, listen, replaceExampleIds, sendRequest } from '#test/http-server'
import { loadContract, type OpenApiContract } from '#test/openapi-contract'

// biome-ignore lint/suspicious/noExplicitAny: responses have every shape
type Json = any

export const jsonContent = { 'content-type': 'application/json' }

/** A listening service with data for each operation of the contract. */
export interface ContractHarness {
  contract: OpenApiContract
  testApp: TestApp
  origin: string
  defaultHeaders: Record<string, string>
  oneLink: Json
  get(path: string): Promise<Json>
  create(path: string, body?: object): Promise<Json>
  /** The path of an operation for an existing resource, or for this id. */
  pathFor(operation: Operation, id?: string): string
  /** A valid request of an operation: its first example, or no body. */
  validRequest(operation: Operation, id?: string): ValidRequest
  /** Sends a request and checks the response against the document. Returns the error codes. */
  sendAndCheck(id: string, request: HttpRequestInput, at?: string): Promise<string[]>
  /** The id of an unused gift request, for operations that end a gift request. */
  takeSpareId(operation: Pick<Operation, 'path'>): string | undefined
}

export type ValidRequest = HttpRequestInput & { headers: Record<string, string> }

export async function createContractHarness(): Promise<ContractHarness> {
  const contract = loadContract('2026-05')
  const testApp = await createTestApp()
  const origin = await listen(testApp.app)
  const defaultHeaders = {
    authorization: `Bearer ${testApp.token}`,
    'service-api-version': '2026-05',
  }
  const get: ContractHarness['get'] = async (path) =>
    JSON.parse((await sendRequest(origin, { method: 'GET', path, headers: defaultHeaders })).text)
  const create: ContractHarness['create'] = async (path, body = {}) =>
    JSON.parse((await testApp.api.post(path, body)).text)

  const gift = await create('/gift_requests', giftBody(testApp))
  const oneLink = await create('/one_links', {
    campaign_id: testApp.campaign('one_link').id,
    quantity: 2,
  })
  const ids: Record<string, string> = {
    '/gift_requests/{id}': gift.id,
    '/campaigns/{id}': testApp.campaign('email').id,
    '/one_links/{id}': oneLink.id,
    '/events/{id}': (await get('/api/events')).data[0].id,
  }
  const spareIds: string[] = []
  for (let n = 0; n < 40; n++) spareIds.push((await create('/gift_requests', giftBody(testApp))).id)

  function pathFor({ path }: Operation, id?: string): string {
    const kind = Object.keys(ids).find((each) => path.includes(each)) ?? ''
    return `/api${path.replace('{id}', id ?? ids[kind] ?? '')}`
  }

  return {
    contract,
    testApp,
    origin,
    defaultHeaders,
    oneLink,
    get,
    create,
    pathFor,
    validRequest(operation, id) {
      const { method, request } = operation
      const path = pathFor(operation, id)
      const [example] = Object.values(request?.examples ?? {})
      if (example === undefined) return { method, path, headers: defaultHeaders }
      const body = replaceExampleIds(testApp, JSON.stringify(example.value))
      return { method, path, headers: { ...defaultHeaders, ...jsonContent }, body }
    },
    async sendAndCheck(id, request, at = origin) {
      return contract.check(id, await sendRequest(at, request))
    },
    takeSpareId({ path }) {
      if (!path.includes('/gift_requests/{id}/')) return undefined
      const id = spareIds.pop()
      assert.ok(id, 'no gift request is left')
      return id
    },
  }
}

const operationsById = new Map(operations.map((operation) => [operation.id, operation]))

export function operationBy(id: string): Operation {
  const operation = operationsById.get(id)
  assert.ok(operation, id)
  return operation
}
