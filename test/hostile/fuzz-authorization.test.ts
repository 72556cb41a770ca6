import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { createAuthTestApp } from '#test/auth-harness'
import type { FuzzRequest } from '#test/fuzz-requests'
import { type FuzzTarget, fuzzTarget } from '#test/fuzz-targets'
import { loadContract, type ReceivedResponse } from '#test/openapi-contract'
import { sizeOfRun } from '#test/run-size'
import { sendFuzzRequest } from '#test/send-fuzz-request'

/*
 * The fuzz tests of the authorization server. Each operation gets corrupted requests. Responses to programs
 * are in the OpenAPI document, errors have the form of OAuth, pages do not repeat markup, and no redirect
 * leaves the registered addresses.
 */

const requestsPerOperation = sizeOfRun(150, 60)

const contract = loadContract('2026-05')
const testApp = await createAuthTestApp({ isMcpEnabled: true })
const origin = new URL(testApp.origin)
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
after(() => agent.destroy())
const server = { agent, origin, retriesClosedConnection: true }

const client = await testApp.createClient()
const redirect_uri = 'https://crm.example.com/callback'
const app = await testApp.createPublicClient(redirect_uri)
const both = ['application/json', 'application/x-www-form-urlencoded'] as const
const key = { 'x-api-key': client.api_key }

const { tenant, client_id, client_secret } = client
const credentials = { client_id, client_secret }
const mcp = `${testApp.origin}/mcp`
const authorization = {
  response_type: 'code',
  client_id: app.client_id,
  redirect_uri,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'xyz',
}
const metadataPaths = [
  ['getMetadata', '/.well-known/oauth-authorization-server'],
  ['resource metadata', '/.well-known/oauth-protected-resource'],
  ['resource metadata of MCP', '/.well-known/oauth-protected-resource/mcp'],
] as const

const targets: readonly (FuzzTarget & { hasDocument?: true; succeeds: readonly number[] })[] = [
  {
    id: 'createToken',
    method: 'post',
    path: '/auth/token',
    example: { grant_type: 'client_credentials', tenant, ...credentials, resource: mcp },
    mediaTypes: both,
    hasDocument: true,
    succeeds: [200, 400, 401],
  },
  ...['refresh_token', 'authorization_code'].map((grant_type) => ({
    id: `createToken ${grant_type}`,
    method: 'post' as const,
    path: '/auth/token',
    example: {
      ...{ grant_type, tenant, ...credentials, redirect_uri },
      ...{ refresh_token: 'svc-x', code: 'svc-y', code_verifier: 'z'.repeat(43) },
    },
    mediaTypes: both,
    hasDocument: true as const,
    succeeds: [400],
  })),
  {
    id: 'revokeToken',
    method: 'post',
    path: '/auth/revoke',
    example: { token: 'svc-x', token_type_hint: 'access_token', ...credentials },
    mediaTypes: both,
    hasDocument: true,
    succeeds: [200, 400],
  },
  ...metadataPaths.map(([id, path]) => ({
    ...{ id, method: 'get' as const, path, example: { any: 'thing' }, mediaTypes: both },
    ...(id === 'getMetadata' && { hasDocument: true as const }),
    succeeds: [200],
  })),
  {
    id: 'register',
    method: 'post',
    path: '/auth/register',
    example: {
      client_name: 'Assistant',
      redirect_uris: ['http://127.0.0.1:7777/callback', redirect_uri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    mediaTypes: ['application/json'],
    succeeds: [201, 400],
  },
  {
    id: 'authorize',
    method: 'get',
    path: '/auth/authorize',
    example: authorization,
    mediaTypes: both,
    succeeds: [200, 400],
  },
  {
    id: 'consent',
    method: 'post',
    path: '/auth/authorize',
    example: { consent_token: 'x', decision: 'allow', email: 'a@example.com', password: 'b' },
    mediaTypes: both,
    succeeds: [400],
  },
]

for (const target of targets)
  describe(`the authorization server: ${target.id}`, () => {
    it('responds to corrupted requests as documented, without a server error', async () => {
      const seen = new Set<number>()
      const problems: string[] = []
      const seed = [...target.id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0
      for (const hostile of fc.sample(fuzzTarget(target, key), {
        numRuns: requestsPerOperation,
        seed,
      })) {
        const response = await sendFuzzRequest(server, hostile)
        seen.add(response.status)
        const problem = judge(target, hostile, response)
        if (problem !== undefined) problems.push(`${problem} for ${JSON.stringify(hostile)}`)
      }
      assert.deepEqual(problems.slice(0, 5), [])
      for (const status of target.succeeds)
        assert.ok(seen.has(status), `no response has status ${status}: ${[...seen].join()}`)
    })
  })

/** Returns the rule that the response breaks, or undefined. */
function judge(
  { id, hasDocument }: (typeof targets)[number],
  hostile: FuzzRequest,
  response: ReceivedResponse,
): string | undefined {
  const { status, headers, text } = response
  if (status >= 500) return `${status} ${text}`
  const location = headers.get('location')
  if (location !== null && !location.startsWith(`${redirect_uri}?`)) return `redirect: ${location}`
  if ((headers.get('content-type') ?? '').startsWith('text/html')) return judgePage(response)
  try {
    if (hasDocument === true) contract.check(id.split(' ')[0] ?? '', response)
    if (status >= 400) assertOAuthError(text)
    if (status === 201) assertRegistration(text)
    return undefined
  } catch (error) {
    return `${(error as Error).message} (${hostile.path.slice(0, 60)})`
  }
}

/**
 * Asserts that an OAuth error has the right form. error_description must be ASCII without quotes and
 * backslashes (RFC 6749, 5.2).
 */
function assertOAuthError(text: string): void {
  const { error, error_description, ...others } = JSON.parse(text)
  assert.match(error, /^[a-z_]+$/)
  assert.match(error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,400}$/)
  assert.deepEqual(others, {})
}

function assertRegistration(text: string): void {
  const { redirect_uris, client_secret: secret } = JSON.parse(text)
  assert.equal(secret, undefined)
  for (const each of redirect_uris) assert.match(each, /^(https:\/\/|http:\/\/127\.0\.0\.1)/)
}

function judgePage({ headers, text }: ReceivedResponse): string | undefined {
  if (!headers.has('content-security-policy')) return 'a page without a content security policy'
  return /<!ENTITY|<script>/i.test(text) ? 'a page repeats markup' : undefined
}
