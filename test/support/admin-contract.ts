import { Ajv, type ValidateFunction } from 'ajv'
import { isTimestamp } from '#contract/formats'
import { type AdminOperation, adminRoutes } from '#http/admin'

/*
 * Compares responses of the admin API with its contract. The comparison is strict: a member that the contract does not
 * declare is an error, although clients ignore it.
 */

const ajv = new Ajv({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  formats: { 'date-time': isTimestamp, date: /^\d{4}-\d\d-\d\d$/ },
})

const validators = new Map<object, ValidateFunction>()

interface ActualResponse {
  status: number
  headers: Headers
  json: unknown
}

/** Returns the differences between a response and the contract; empty without differences. */
export function findContractViolations(
  method: string,
  path: string,
  { status, headers, json }: ActualResponse,
): string[] {
  const operation = findOperation(method, path)
  if (operation === undefined || status >= 400) return []
  const { mediaTypes, reply, status: declaredStatus = 200, alternativeStatus } = operation
  const label = `${method} ${operation.path}`
  if (mediaTypes !== undefined) {
    const actual = headers.get('content-type') ?? ''
    return mediaTypes.some((mediaType) => actual.startsWith(mediaType))
      ? []
      : [`${label} sends ${actual}, not ${mediaTypes.join(', ')}`]
  }
  const statuses: (number | undefined)[] =
    reply === undefined ? [204] : [declaredStatus, alternativeStatus]
  if (!statuses.includes(status)) return [`${label} returns ${status}, not ${statuses.join(', ')}`]
  if (reply === undefined) return []
  const validate = getValidator(reply)
  if (validate(json)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${label}: ${instancePath || 'the reply'} ${message} ${JSON.stringify(params)}`,
  )
}

/** Finds the operation of a path. Fixed segments are preferred to parameters, as the router does. */
export function findOperation(method: string, path: string): AdminOperation | undefined {
  const segments = (path.split('?')[0] ?? '').split('/')
  const matches = adminRoutes.flatMap(({ operation }) =>
    operation.method === method && matchesPath(operation.path, segments) ? [operation] : [],
  )
  return matches.sort((one, other) => countParams(one) - countParams(other))[0]
}

function matchesPath(pattern: string, segments: readonly string[]): boolean {
  const names = pattern.split('/')
  return (
    names.length === segments.length &&
    names.every((name, index) => name.startsWith(':') || name === segments[index])
  )
}

const countParams = ({ path }: AdminOperation) => path.split('/:').length

function getValidator(schema: object): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(toStrict(schema) as object)
  validators.set(schema, validate)
  return validate
}

/** Rejects undeclared members of every object in the schema. */
function toStrict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toStrict)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, toStrict(value)]),
  )
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...members, additionalProperties: false }
    : members
}
