import { Ajv, type ValidateFunction } from 'ajv'
import { isId, isTimestamp } from '#contract/formats'
import type { Operation } from '#contract/operation'
import { resourceSchemas } from '#contract/resource-schemas'
import { type AdminOperation, adminRoutes, webRoutes } from '#http/admin'

/*
 * Compares responses of the admin API with its contract. The comparison is strict: a member that the contract
 * does not declare is an error, although clients ignore such a member.
 */

const ajv = new Ajv({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  formats: {
    'date-time': isTimestamp,
    date: /^\d{4}-\d\d-\d\d$/,
    uuid: isId,
    uri: (text: string) => URL.canParse(text),
    email: true,
  },
})

const validators = new Map<object | string, ValidateFunction>()

interface ActualResponse {
  status: number
  headers: Headers
  json: unknown
}

/** Finds the differences between a response and the contract. Returns an empty list if there are none. */
export function findContractViolations(
  method: string,
  path: string,
  { status, headers, json }: ActualResponse,
): string[] {
  if (status >= 400) return []
  const operation = findOperation(method, path)
  const shared = findShared(method, path)
  if (shared !== undefined && operation === undefined)
    return findSharedViolations(shared, status, json)
  if (operation === undefined) return []
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
  return validate(json) ? [] : describeErrors(label, validate)
}

/** Compares the response of an operation of the public API, including the members that only the app gets. */
function findSharedViolations(operation: Operation, status: number, json: unknown): string[] {
  const label = `${operation.method} ${operation.path}`
  const response = operation.responses.find((each) => each.status === status)
  const declaredStatus = operation.responses[0]?.status
  const hasDryRun = operation.query?.some(({ name }) => name === 'dry_run') === true
  if (response === undefined && !(hasDryRun && status === 200))
    return [`${label} returns ${status}, not ${declaredStatus}`]
  const declared = response ?? operation.responses[0]
  if (declared === undefined || declared.shape === 'text') return []
  const { shape, type } = declared
  const schema = resourceSchemas[type]
  if (schema === undefined) return [`${label} has no schema`]
  const resource = withAppMembers(schema, operation.appMembers)
  const validate = getValidator(
    shape === 'one' ? resource : pageOf(resource, operation),
    `${label} ${status}`,
  )
  return validate(json) ? [] : describeErrors(label, validate)
}

const withAppMembers = (schema: object, added: object | undefined): object => {
  if (added === undefined) return schema
  const own = schema as { properties: object; required?: string[] }
  const app = added as { properties: object; required?: string[] }
  return {
    ...own,
    properties: { ...own.properties, ...app.properties },
    required: [...(own.required ?? []), ...(app.required ?? [])],
  }
}

const pageOf = (item: object, { appSort }: Operation): object => ({
  type: 'object',
  properties: {
    data: { type: 'array', items: item },
    has_more: { type: 'boolean' },
    ...(appSort === true && { next_after: { type: ['string', 'null'] } }),
  },
  required: ['data', 'has_more', ...(appSort === true ? ['next_after'] : [])],
})

const describeErrors = (label: string, { errors }: ValidateFunction): string[] =>
  (errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${label}: ${instancePath || 'the reply'} ${message} ${JSON.stringify(params)}`,
  )

function findShared(method: string, path: string): Operation | undefined {
  const segments = (path.split('?')[0] ?? '').split('/')
  const matches = webRoutes.filter(
    (route) => route.method === method && matchesPath(route.path, segments),
  )
  return matches.sort((one, other) => countParams(one) - countParams(other))[0]?.operation
}

/** Finds the operation of a path. Prefers fixed segments to parameters, as the router does. */
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

const countParams = ({ path }: { path: string }) => path.split('/:').length

function getValidator(schema: object, key: object | string = schema): ValidateFunction {
  const validate = validators.get(key) ?? ajv.compile(toStrict(schema) as object)
  validators.set(key, validate)
  return validate
}

/** Makes a schema reject undeclared members of every object. */
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
