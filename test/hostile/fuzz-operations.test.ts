import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { type VersionName, versionNames } from '#contract'
import { type FuzzRequest, fuzzOperation, listApiOperations } from '#test/fuzz-requests'
import { replaceExampleIds } from '#test/http-server'
import {
  type DescribedOperation,
  loadContract,
  type ReceivedResponse,
} from '#test/openapi-contract'
import { createReadableAccount } from '#test/readable-account'
import { sizeOfRun } from '#test/run-size'
import { sendFuzzRequest } from '#test/send-fuzz-request'

/*
 * The fuzz tests of each operation of each version with corrupted requests. Each response is in the document
 * of the version: its status, headers, content type, body and error codes.
 */

const requestsPerOperation = sizeOfRun(20, 8)
const mediaTypes: Readonly<Record<string, string>> = { '2025-10': 'application/vnd.api+json' }

const account = await createReadableAccount()
const origin = new URL(account.origin)
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
after(() => agent.destroy())

for (const version of versionNames)
  describe(`version ${version}`, () => {
    const contract = loadContract(version)
    const operations = listApiOperations(contract)
    const defaultHeaders = {
      authorization: `Bearer ${account.token}`,
      'service-api-version': version,
    }

    for (const operation of operations)
      it(`documents every response of ${operation.id}`, async () => {
        const problems: string[] = []
        for (const hostile of await sampleRequests(operation)) {
          const response = await send(hostile)
          const problem = judge(operation, hostile, response)
          if (problem !== undefined) problems.push(problem)
        }
        assert.deepEqual(problems, [])
      })

    it('is tested with successes and with several errors', () => {
      const outcomes = [...contract.observedOutcomes].map((outcome) => outcome.split(' '))
      const succeeded = new Set(outcomes.flatMap(([id, , code]) => (code === '-' ? [id] : [])))
      assert.ok(succeeded.size > operations.length / 2, `${succeeded.size} operations succeeded`)
      const codes = new Set(outcomes.map(([, , code]) => code))
      for (const code of ['not_found', 'unknown_parameter', 'unauthorized', 'invalid_json'])
        assert.ok(codes.has(code), code)
    })

    async function sampleRequests(operation: DescribedOperation): Promise<FuzzRequest[]> {
      const ids = operation.path.includes('{') ? [await findId(operation.path)] : ['']
      const headers = { ...defaultHeaders }
      const arbitrary = fuzzOperation(contract, operation, headers, ids)
      const seed = hash(`${version} ${operation.id}`)
      const requests = fc.sample(arbitrary, { numRuns: requestsPerOperation, seed })
      return requests.map((each) => withMediaType(version, each))
    }

    /** Returns the difference between the response and the document, or undefined. */
    function judge(
      { id, path }: DescribedOperation,
      hostile: FuzzRequest,
      response: ReceivedResponse,
    ): string | undefined {
      const { method, headers, body } = hostile
      const sent = JSON.stringify({ method, path: hostile.path, headers, body }).slice(0, 700)
      if (response.status >= 500) return `${response.status} ${response.text} for ${sent}`
      if (!isRouted(path, hostile.path) || headers['service-api-version'] !== version) return
      try {
        contract.check(id, response)
        return
      } catch (error) {
        return `${(error as Error).message.slice(0, 700)} for ${sent}`
      }
    }
  })

/**
 * Finds the id of a resource for a path. Returns a random id if earlier requests have erased or deleted all
 * resources of the path.
 */
const findId = (path: string): Promise<string> =>
  account.findId(path.replace('/test_helpers', '')).catch(() => crypto.randomUUID())

const withMediaType = (version: VersionName, { headers, ...hostile }: FuzzRequest): FuzzRequest => {
  const type = mediaTypes[version]
  return type !== undefined && headers['content-type'] === 'application/json'
    ? { ...hostile, headers: { ...headers, 'content-type': type } }
    : { ...hostile, headers }
}

/**
 * Returns whether a request goes to the operation. A corrupted id can turn its path into
 * the path of another operation.
 */
function isRouted(template: string, path: string): boolean {
  const [pathname = ''] = path.slice('/api'.length).split('?')
  const pattern = template.replace(/\{\w+\}/g, '[^/]+')
  try {
    const segments = pathname.split('/').map(decodeURIComponent)
    return (
      new RegExp(`^${pattern}$`).test(pathname) && !segments.some((each) => /^\.{1,2}$/.test(each))
    )
  } catch {
    return false
  }
}

/** Computes the seed of an operation from its name, so that a failure can be repeated. */
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)

function send({ body, ...hostile }: FuzzRequest): Promise<ReceivedResponse> {
  const sent = body === undefined ? undefined : replaceExampleIds(account.testApp, body)
  return sendFuzzRequest({ agent, origin }, { ...hostile, body: sent })
}
