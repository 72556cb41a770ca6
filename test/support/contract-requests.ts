import assert from 'node:assert/strict'
import type { ErrorCode } from '#contract'
import { exampleIds } from '#contract/examples'
import type { Operation } from '#contract/operation'
import { type ContractHarness, jsonContent } from '#test/contract-harness'
import { type HttpRequestInput, replaceExampleIds } from '#test/http-server'

/**
 * The values of the parameters of a path by name. If the name of a value is in `exampleIds` of the contract,
 * the value also replaces that id in the body.
 */
export type PathParams = Readonly<Record<string, string>>

/** An invalid request: the operation, the expected code, the body and the query string. */
export type FieldErrorRow = readonly [
  id: string,
  code: ErrorCode,
  body: object | undefined,
  query?: string,
]

export type ValidRequest = HttpRequestInput & { headers: Record<string, string> }

export interface ContractGroup {
  harness: ContractHarness
  operations: readonly Operation[]
  /**
   * The path parameters of existing resources by the beginning of a path, such as `/gift_requests/{id}`. The
   * longest matching entry applies.
   */
  params: Readonly<Record<string, PathParams>>
  /**
   * Functions by operation id that create a resource with which a request of the operation succeeds. They are
   * necessary for operations that end their resource, or that the state of `params` does not allow. A
   * function gets the name of the sent example.
   */
  fresh?: Readonly<Record<string, (example: string | undefined) => Promise<PathParams>>>
  /**
   * Values of this account for ids of the examples, in addition to the values of `replaceExampleIds`. A
   * function returns a new value for each request, for values that must be unique.
   */
  exampleIds?: Readonly<Record<string, string | (() => string)>>
  rows: readonly FieldErrorRow[]
}

/** Builds the requests of a group of operations. */
export interface ContractRequests {
  /** Returns the path parameters of an existing resource. */
  paramsFor(operation: Operation): PathParams
  /** Returns a valid request: the first example of the operation, or no body. */
  validRequest(operation: Operation, params?: PathParams): ValidRequest
  /** Returns a valid request for a new resource with which the request succeeds. */
  freshRequest(operation: Operation, example?: string): Promise<ValidRequest>
}

export function createContractRequests(group: ContractGroup): ContractRequests {
  const { testApp, defaultHeaders } = group.harness

  const paramsFor = ({ path }: Operation): PathParams => {
    const [longest] = Object.keys(group.params)
      .filter((each) => path.startsWith(each))
      .sort((one, other) => other.length - one.length)
    return longest === undefined ? {} : (group.params[longest] ?? {})
  }
  const freshParams = async (operation: Operation, example?: string): Promise<PathParams> =>
    (await group.fresh?.[operation.id]?.(example)) ?? paramsFor(operation)

  function requestOf(operation: Operation, name: string | undefined, params: PathParams) {
    const { method, request } = operation
    const path = `/api${fillPath(operation.path, params)}`
    const example = name === undefined ? undefined : request?.examples[name]
    if (example === undefined) return { method, path, headers: { ...defaultHeaders } }
    const text = replaceExampleIds(testApp, JSON.stringify(example.value))
    const replacements: [string, string | (() => string)][] = [
      ...Object.entries(group.exampleIds ?? {}),
      ...Object.entries(exampleIds).flatMap(([name, exampleId]): [string, string][] =>
        params[name] === undefined ? [] : [[exampleId, params[name]]],
      ),
    ]
    const body = replacements.reduce(
      (filled, [exampleId, id]) => filled.replaceAll(exampleId, typeof id === 'string' ? id : id()),
      text,
    )
    return {
      method,
      path: `${path}${example.query ?? ''}`,
      headers: { ...defaultHeaders, ...jsonContent },
      body,
    }
  }

  const firstExample = ({ request }: Operation) => Object.keys(request?.examples ?? {})[0]
  const validRequest: ContractRequests['validRequest'] = (operation, params) =>
    requestOf(operation, firstExample(operation), params ?? paramsFor(operation))
  const freshRequest: ContractRequests['freshRequest'] = async (operation, example) =>
    requestOf(operation, example ?? firstExample(operation), await freshParams(operation, example))

  return { paramsFor, validRequest, freshRequest }
}

/** Replaces the parameters of a path by their values. Throws for a parameter without a value. */
function fillPath(path: string, params: PathParams): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name]
    assert.ok(value, `the group has no value for ${name} of ${path}`)
    return value
  })
}
