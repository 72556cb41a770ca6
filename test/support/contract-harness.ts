import assert from 'node:assert/strict'
import * as apiKeys from '#api-keys'
import type { Scope } from '#contract'
import type { Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import { createTestApp, type TestApp } from '#test/api-harness'
import { type HttpRequestInput, listen, sendRequest } from '#test/http-server'
import { loadContract, type OpenApiContract } from '#test/openapi-contract'

// biome-ignore lint/suspicious/noExplicitAny: responses have every shape
type Json = any

export const jsonContent = { 'content-type': 'application/json' }

/** A listening service whose responses are checked against the OpenAPI document in the repository. */
export interface ContractHarness {
  contract: OpenApiContract
  testApp: TestApp
  origin: string
  defaultHeaders: Record<string, string>
  /** Returns the headers of a token that lacks a scope. */
  headersWithout(scope: Scope): Record<string, string>
  get(path: string): Promise<Json>
  create(path: string, body?: object): Promise<Json>
  /** Sends a request, and checks the response against the document. Returns the error codes. */
  sendAndCheck(id: string, request: HttpRequestInput, at?: string): Promise<string[]>
}

/**
 * Creates a contract harness.
 *
 * @param scopes  the scopes of the token; every scope by default
 */
export async function createContractHarness(
  scopes: readonly string[] = ['*', 'endpoints:write'],
): Promise<ContractHarness> {
  const contract = loadContract('2026-05')
  const testApp = await createTestApp()
  const origin = await listen(testApp.app)
  const createHeaders = async (granted: readonly string[]) => {
    const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx, { scopes: granted }))
    return { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' }
  }
  const defaultHeaders = await createHeaders(scopes)
  const eventsOnly = await createHeaders(['events:read'])
  const campaignsOnly = await createHeaders(['campaigns:read'])
  return {
    contract,
    testApp,
    origin,
    defaultHeaders,
    headersWithout: (scope) => (scope === 'events:read' ? campaignsOnly : eventsOnly),
    get: async (path) =>
      JSON.parse(
        (await sendRequest(origin, { method: 'GET', path, headers: defaultHeaders })).text,
      ),
    create: async (path, body = {}) => JSON.parse((await testApp.api.post(path, body)).text),
    sendAndCheck: async (id, request, at = origin) =>
      contract.check(id, await sendRequest(at, request)),
  }
}

const operationsById = new Map(operations.map((operation) => [operation.id, operation]))

export function operationBy(id: string): Operation {
  const operation = operationsById.get(id)
  assert.ok(operation, id)
  return operation
}
