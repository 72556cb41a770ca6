import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '#scripts/steps'
import { Bestow, BestowError, type FieldError, List, webhooks } from '#sdk'
import { toWithResponse } from '#sdk/api-promise'
import { computeDelayMs, parseRetryAfter } from '#sdk/retry'
import type { Call } from '#test/corpus/call-case'
import type { Case } from '#test/corpus/delivery-case'
import type { buildHeaders } from '#test/corpus/headers'

/* The tests of the conformance corpus. packages/python/tests/test_corpus.py reads the same files. */

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(root, 'test/corpus', name), 'utf8'))

describe('deliveries of the corpus', () => {
  for (const each of read<Case[]>('deliveries.json'))
    it(each.name, async () => {
      assert.deepEqual(await verify(each), each.expected)
    })
})

async function verify({ body_base64, parsed_body, headers, ...options }: Case) {
  const body =
    body_base64 === undefined ? parsed_body : new Uint8Array(Buffer.from(body_base64, 'base64'))
  try {
    const event = await webhooks.constructEvent(body as Uint8Array, headers, {
      secrets: options.secrets,
      tolerance: options.tolerance,
      versions: options.versions as ['2026-05'] | undefined,
      now: () => options.now * 1000,
    })
    const data = event.data as { status?: string; data?: { attributes: { state: string } } }
    return {
      id: event.id,
      type: event.type,
      version: event.version,
      sent_at: event.sentAt.getTime() / 1000,
      status: data.status ?? data.data?.attributes.state,
    }
  } catch (error) {
    if (error instanceof webhooks.WebhookError)
      return { reason: error.reason, status: error.status }
    throw error
  }
}

describe('calls of the corpus', () => {
  for (const each of read<Call[]>('calls.json'))
    it(each.name, async () => {
      const { requests, keys, result } = await makeCall(each)
      const { expected } = each
      for (const [name, value] of Object.entries(expected))
        if (name !== 'requests' && name !== 'attempts')
          assert.deepEqual(result[name as keyof typeof result], value, name)
      assert.equal('error' in result, 'error' in expected, JSON.stringify(result))
      if (expected.requests !== undefined)
        assert.deepEqual(
          requests,
          expected.requests.map((request) => ({ query: [], ...request })),
        )
      if (expected.attempts !== undefined) assert.equal(requests.length, expected.attempts)
      // All attempts of a call have one key and one body.
      assert.equal(each.expected.ids === undefined ? new Set(keys).size : 1, 1)
    })
})

interface SentRequest {
  method: string
  path: string
  query: [string, string][]
  body?: unknown
}

/** Makes a call of the corpus. The fetch function of the client returns the responses in order. */
async function makeCall({ call, ids = [], body, query, max_retries, responses, expected }: Call) {
  const requests: SentRequest[] = []
  const keys: unknown[] = []
  const pending = [...responses]
  const client = new Bestow({
    baseUrl: 'http://localhost/api',
    token: 'svc-v1-staging-x',
    fetch: async (input, init) => {
      const url = new URL(String(input))
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      requests.push({
        method: String(init?.method),
        path: url.pathname.replace(/^\/api/, ''),
        query: [...url.searchParams],
        ...(init?.body === undefined ? {} : { body: JSON.parse(String(init.body)) }),
      })
      const next = pending.shift()
      assert.ok(next !== undefined, 'more requests than responses')
      return new Response(next.body ?? null, { status: next.status, headers: next.headers ?? {} })
    },
  })
  const [resource = '', method = ''] = call.split('.').map(camelCase)
  const methods = client[resource as 'giftRequests'] as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >
  const sendsQuery = query === undefined ? [] : [query]
  const options = call.endsWith('.list') ? [] : [{ maxRetries: max_retries }]
  const args: unknown[] = [...ids, ...(body === undefined ? [] : [body]), ...sendsQuery]
  const run = methods[method]
  assert.ok(run !== undefined, call)
  // The options are the last parameter of a method.
  while (options.length > 0 && args.length < run.length - 1) args.push(undefined)
  const result = await settle(run.call(methods, ...args, ...options), expected)
  assert.deepEqual(pending, [])
  return { requests, keys, result }
}

const camelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Returns the result of a call in the form of the corpus. */
async function settle(returned: unknown, expected: Call['expected']) {
  try {
    if (returned instanceof List && expected.ids !== undefined) {
      const entries = await returned.toArray({ limit: 100 })
      return { ids: entries.map((entry) => (entry as { id: string }).id) }
    }
    return { data: await returned }
  } catch (error) {
    assert.ok(error instanceof BestowError, String(error))
    const all: Record<string, unknown> = {
      class: error.name,
      status: error.status,
      code: error.code ?? null,
      message: error.message,
      request_id: error.requestId ?? null,
      retry_after_ms: error.retryAfterMs ?? null,
      params: error.errors.map(({ param }: FieldError) => param ?? null),
    }
    const names = Object.keys(expected.error ?? {})
    return { error: Object.fromEntries(names.map((name) => [name, all[name]])) }
  }
}

describe('headers of the corpus', () => {
  const { retry_after, rate_limit, delays } = read<ReturnType<typeof buildHeaders>>('headers.json')

  it('delay the next attempt', () => {
    for (const { header, now_ms, delay_ms } of retry_after) {
      const headers = new Headers(header === '' ? {} : { 'retry-after': String(header) })
      assert.equal(parseRetryAfter(headers, now_ms) ?? null, delay_ms, String(header))
    }
    for (const { attempt, retry_after_ms, random, delay_ms } of delays)
      assert.equal(computeDelayMs(attempt, retry_after_ms ?? undefined, random), delay_ms)
  })

  it('tell the remaining requests', () => {
    for (const { header, expected } of rate_limit) {
      const response = new Response(null, { headers: { ratelimit: header } })
      const { rateLimit } = toWithResponse(
        { response, text: '', attempts: 1 },
        undefined,
        undefined,
      )
      const { remaining, resetSeconds } = rateLimit ?? {}
      assert.deepEqual(
        rateLimit === undefined ? null : { remaining, reset_seconds: resetSeconds },
        expected,
        header,
      )
    }
  })
})
