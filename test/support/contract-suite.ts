import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import type { ErrorCode } from '#contract'
import { acceptsIdempotencyKey, type Operation } from '#contract/operation'
import type { TestApp } from '#test/api-harness'
import { describeEmailLimit } from '#test/contract-email-limit'
import { jsonContent, operationBy } from '#test/contract-harness'
import {
  type ContractGroup,
  type ContractRequests,
  createContractRequests,
  type FieldErrorRow,
  type ValidRequest,
} from '#test/contract-requests'
import { describeServiceProblems } from '#test/contract-service-problems'
import { type HttpRequestInput, sendRequest } from '#test/http-server'

/*
 * The contract tests of a group of operations. They send every operation to a listening service, and cause
 * every error that it documents. They check each response against the document in the repository. A file of
 * `test/contract` calls `describeAll`, then declares its own tests, and calls `describeCoverage` last.
 * `describeCoverage` fails for each documented outcome that no test of the file observed.
 */

export interface ContractSuite {
  /** Returns a valid request of an operation, for an existing resource or for the given parameters. */
  validRequest: ContractRequests['validRequest']
  describeAll(): void
  /** Fails for each documented outcome that no test of the file observed. Must be called last. */
  describeCoverage(): void
}

export function createContractSuite(group: ContractGroup): ContractSuite {
  const { harness, operations } = group
  const { contract, testApp, origin, defaultHeaders, sendAndCheck } = harness
  const requests = createContractRequests(group)
  const { paramsFor, validRequest, freshRequest } = requests

  function describeOperations(): void {
    describe('every operation', () => {
      for (const operation of operations)
        it(`responds: ${operation.id}`, async () => {
          assert.deepEqual(await sendAndCheck(operation.id, await freshRequest(operation)), [])
        })

      for (const operation of operations.filter(({ method }) => method !== 'GET'))
        it(`leaves an entry in the audit log: ${operation.id}`, async () => {
          const before = await countAuditEntries(testApp)
          assert.deepEqual(await sendAndCheck(operation.id, await freshRequest(operation)), [])
          const added = (await countAuditEntries(testApp)) - before
          const reason = withoutAuditEntry[operation.id]
          assert.equal(added > 0, reason === undefined, reason ?? 'a change without an entry')
        })

      for (const operation of operations)
        for (const name of Object.keys(operation.request?.examples ?? {}))
          it(`accepts its example: ${operation.id} ${name}`, async () => {
            const request = await freshRequest(operation, name)
            assert.deepEqual(await sendAndCheck(operation.id, request), [])
          })

      for (const operation of operations.filter(hasEtag))
        it(`returns 304 for an unchanged resource: ${operation.id}`, async () => {
          const { headers, ...sent } = await freshRequest(operation)
          const first = await sendRequest(origin, { ...sent, headers })
          assert.equal(first.status, 200)
          const known = { ...headers, 'if-none-match': first.headers.get('etag') ?? '' }
          const response = await sendRequest(origin, { ...sent, headers: known })
          assert.equal(response.status, 304)
          contract.check(operation.id, response)
        })

      for (const operation of operations.filter((each) => hasQuery(each, 'limit')))
        for (const query of ['?limit=1', '?limit=100&order=asc'])
          it(`returns a page: ${operation.id} ${query}`, async () => {
            const good = await freshRequest(operation)
            const request = { ...good, path: `${good.path}${query}` }
            assert.deepEqual(await sendAndCheck(operation.id, request), [])
          })

      for (const operation of operations.filter(({ since }) => since === '2026-05'))
        it(`does not exist in older versions: ${operation.id}`, async () => {
          const { headers, ...good } = validRequest(operation)
          const older = { ...headers, 'service-api-version': '2025-10' }
          const { status, text } = await sendRequest(origin, { ...good, headers: older })
          assert.equal(status, 404)
          assert.match(text, /since version 2026-05/)
        })
    })
  }

  function describeErrors(): void {
    describe('every operation rejects', () => {
      for (const operation of operations) {
        describeCommonErrors(operation)
        describeMissingScope(operation)
        describeBody(operation)
        it(`${operation.id}: an unknown query parameter`, async () => {
          const good = validRequest(operation)
          const separator = good.path.includes('?') ? '&' : '?'
          const request = { ...good, path: `${good.path}${separator}colour=red` }
          assert.deepEqual(await sendAndCheck(operation.id, request), ['unknown_parameter'])
        })
        if (acceptsIdempotencyKey(operation)) describeIdempotency(operation)
      }
    })
  }

  function describeCommonErrors(operation: Operation): void {
    const declared =
      contract.operations.get(operation.id)?.codesByStatus ?? new Map<number, string[]>()
    const codes = new Set([...declared.values()].flat())
    for (const [code, invalidate] of Object.entries(commonErrors)) {
      if (!codes.has(code)) continue
      it(`${operation.id}: ${code}`, async () => {
        const request = invalidate(validRequest(operation))
        assert.deepEqual(await sendAndCheck(operation.id, request), [code])
      })
    }
    if (!codes.has('not_found')) return
    for (const unknown of pathParams(operation))
      it(`${operation.id}: an unknown ${unknown}`, async () => {
        const params = { ...paramsFor(operation), [unknown]: crypto.randomUUID() }
        const request = validRequest(operation, params)
        assert.deepEqual(await sendAndCheck(operation.id, request), ['not_found'])
      })
  }

  /** Declares the tests of bodies that are no object. */
  function describeBody(operation: Operation): void {
    if (!acceptsIdempotencyKey(operation)) return
    const [body, code] = operation.request === undefined ? ['[]', 'invalid'] : ['null', 'required']
    it(`${operation.id}: the body ${body}`, async () => {
      const good = validRequest(operation)
      const headers = { ...good.headers, ...jsonContent }
      assert.deepEqual(await sendAndCheck(operation.id, { ...good, headers, body }), [code])
    })
  }

  function describeMissingScope(operation: Operation): void {
    const { id, scope } = operation
    if (scope === null) return
    it(`${id}: a token without the scope ${scope}`, async () => {
      const good = validRequest(operation)
      const headers = { ...good.headers, ...harness.headersWithout(scope) }
      assert.deepEqual(await sendAndCheck(id, { ...good, headers }), ['forbidden'])
    })
  }

  function describeIdempotency(operation: Operation): void {
    it(`${operation.id}: idempotency_key_reused`, async () => {
      const key = { 'idempotency-key': `reused-${operation.id}` }
      const good = await freshRequest(operation)
      const request = { ...good, headers: { ...good.headers, ...key } }
      const first = await sendRequest(origin, request)
      assert.deepEqual(contract.check(operation.id, first), [])
      const repeated = await sendRequest(origin, request)
      contract.check(operation.id, repeated)
      assert.equal(repeated.text, first.text)
      assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
      const other = {
        ...request,
        body: `${request.body ?? '{}'} `,
        headers: { ...request.headers, ...jsonContent },
      }
      assert.deepEqual(await sendAndCheck(operation.id, other), ['idempotency_key_reused'])
    })

    it(`${operation.id}: idempotency_key_in_use`, async () => {
      const key = `in-use-${operation.id}`
      const good = validRequest(operation)
      const request = { ...good, headers: { ...good.headers, 'idempotency-key': key } }
      const codes = await testApp.run(async (ctx) => {
        await apiKeys.findReplay(ctx, key, Buffer.alloc(32))
        return sendAndCheck(operation.id, request)
      })
      assert.deepEqual(codes, ['idempotency_key_in_use'])
    })
  }

  function describeFieldErrors(): void {
    const listRows = operations
      .filter((operation) => hasQuery(operation, 'limit'))
      .flatMap((operation): FieldErrorRow[] => [
        [operation.id, 'invalid', undefined, '?limit=0'],
        ...(hasQuery(operation, 'after')
          ? [
              [
                operation.id,
                'invalid_reference',
                undefined,
                `?after=${crypto.randomUUID()}`,
              ] as const,
            ]
          : []),
      ])
    describe('each field and filter', () => {
      for (const [id, code, body, query = ''] of [...group.rows, ...listRows])
        it(`${id}: ${code} ${query}`, async () => {
          const { method, path } = validRequest(operationBy(id))
          const sent = { method, path: `${path.replace(/\?.*/, '')}${query}` }
          const codes = await sendAndCheck(
            id,
            body === undefined
              ? { ...sent, headers: defaultHeaders }
              : {
                  ...sent,
                  headers: { ...defaultHeaders, ...jsonContent },
                  body: JSON.stringify(body),
                },
          )
          assert.ok(codes.includes(code), codes.join())
        })
    })
  }

  return {
    validRequest,
    describeAll() {
      describeOperations()
      describeErrors()
      describeFieldErrors()
      describeEmailLimit(group, requests)
      describeServiceProblems(group, requests)
    },
    describeCoverage() {
      it('the tests of this file observe every documented status and code', () => {
        const missed = operations.flatMap(({ id }) => {
          const described = contract.operations.get(id)
          assert.ok(described, id)
          return [...described.codesByStatus].flatMap(([status, codes]) =>
            (codes.length > 0 ? codes : ['-'])
              .map((code) => `${id} ${status} ${code}`)
              .filter((key) => !contract.observedOutcomes.has(key)),
          )
        })
        assert.deepEqual(missed, [])
      })
    },
  }
}

/** Requests that cause common errors. Each applies to every operation that documents the error code. */
const commonErrors: Partial<Record<ErrorCode, (good: ValidRequest) => HttpRequestInput>> = {
  unsupported_api_version: (good) => ({
    ...good,
    headers: { ...good.headers, 'service-api-version': '1999-01' },
  }),
  unauthorized: ({ headers: { authorization: _token, ...headers }, ...good }) => ({
    ...good,
    headers,
  }),
  invalid_format: (good) => ({
    ...good,
    headers: { ...good.headers, 'idempotency-key': 'a b' },
  }),
  invalid_json: (good) => ({
    ...good,
    headers: { ...good.headers, ...jsonContent },
    body: '{"a":',
  }),
  unsupported_media_type: (good) => ({
    ...good,
    headers: { ...good.headers, 'content-type': 'text/csv' },
    body: 'a,b',
  }),
  payload_too_large: (good) => ({
    ...good,
    headers: { ...good.headers, ...jsonContent },
    body: `"${'x'.repeat(1024 * 1024)}"`,
  }),
}

const pathParams = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const hasQuery = ({ query = [] }: Operation, wanted: string): boolean =>
  query.some(({ name }) => name === wanted)

/** Returns whether the response has an ETag. All responses to GET have one, except plain text. */
const hasEtag = ({ method, responses }: Operation): boolean =>
  method === 'GET' && responses.every(({ shape }) => shape !== 'text')

/** The operations that write without an audit log entry, with the reason. */
const withoutAuditEntry: Readonly<Record<string, string>> = {
  createGiftRequest:
    'the history of the gift request is its record, and an entry would slow the busiest operation',
  createGiftRequests: 'as createGiftRequest',
  createPicture: 'an unused picture is deleted after a day; its use in a product has an entry',
  approveClaims:
    'the ids of the example decide nothing; test/contract/claims.test.ts decides claims',
  rejectClaims: 'as approveClaims',
}

/** Counts the audit log entries of tokens. */
const countAuditEntries = ({ run }: Pick<TestApp, 'run'>): Promise<number> =>
  run((ctx) =>
    ctx.queryCount(`select count(*) from access.audit_entry where actor_kind = 'api_token'`),
  )
