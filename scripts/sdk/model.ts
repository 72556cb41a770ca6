import { getNewestVersion, type VersionName, versions } from '#contract'
import { buildDocument } from '#scripts/openapi/document'
import { asArray, asObject } from '#scripts/openapi/json-access'
import type { Json, JsonObject } from '#scripts/openapi/schemas'
import { createInterner, type ObjectType } from './interned-objects.ts'
import { describeSchema } from './schema-doc.ts'
import { parseEnum } from './schema-enum.ts'

/*
 * The types and operations of an API version, as both client libraries need them. Equal objects without a
 * name in the document are one object in this model, so that each library declares them once.
 */

/**
 * The direction in which a schema is read: the service reads requests, and clients read
 * responses. An enum is closed in requests. It is open in responses, because later versions of
 * the service may return further values.
 */
export type Direction = 'request' | 'response'

export type Type =
  | { kind: 'named'; name: string }
  | { kind: 'object'; object: ObjectType }
  | { kind: 'page'; item: Type }
  | { kind: 'array'; item: Type }
  | { kind: 'map'; value: Type }
  | { kind: 'enum'; values: readonly string[]; isOpen: boolean }
  | { kind: 'primitive'; name: PrimitiveName; isTime?: true }
  | { kind: 'union'; types: readonly Type[] }

type PrimitiveName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'unknown'

export interface Member {
  name: string
  type: Type
  isRequired: boolean
  /** The documentation: empty, or one or more sentences. */
  doc: string
}

/** A schema with a name in the document. */
export interface NamedType {
  name: string
  doc: string
  direction: Direction
  /** The members of an object. Undefined if the schema is an alias of `type`. */
  members: readonly Member[] | undefined
  type: Type
}

export interface ClientOperation {
  id: string
  method: string
  path: string
  doc: string
  body: Type | undefined
  /** Whether a request without a body means the same as a request with the body `{}`. */
  isBodyOptional: boolean
  query: ObjectType | undefined
  /** The body of a success. Undefined if the response has no body. */
  response: Type | undefined
  /**
   * The result of each row, in a response with status 207. Undefined if the rows of the
   * operation are not independent.
   */
  results: Type | undefined
  /** Whether the library requests all pages, one after another. */
  isList: boolean
}

export interface Model {
  named: readonly NamedType[]
  /** The objects without a name in the document, in the order of their first use. */
  objects: readonly ObjectType[]
  operations: readonly ClientOperation[]
  webhooks: readonly { type: string; body: Type }[]
}

export function buildModel(version: VersionName): Model {
  const document = buildDocument(version)
  const schemas = asObject(asObject(document.components).schemas)
  const requestNames = findRequestSchemas(document, schemas)
  const interner = createInterner(Object.keys(schemas))
  const types = createTypes(interner)
  const named = Object.entries(schemas).map(([name, value]): NamedType => {
    const schema = asObject(value)
    const direction: Direction = requestNames.has(name) ? 'request' : 'response'
    const isObject = schema.type === 'object' && schema.properties !== undefined
    return {
      name,
      doc: describeSchema(schema),
      direction,
      members: isObject ? types.members(schema, direction, name) : undefined,
      type: isObject ? { kind: 'named', name } : types.type(schema, direction, name),
    }
  })
  const operations = listOperations(document).map((each) => toClientOperation(each, types))
  const webhooks = Object.entries(asObject(document.webhooks)).map(([type, item]) => {
    const { requestBody } = asObject(asObject(item).post)
    return { type, body: types.type(bodySchema(requestBody), 'response', type) }
  })
  return { named, objects: interner.finish(), operations, webhooks }
}

/** Builds the model of the newest version, which has all operations. */
export const newestModel = (): Model => buildModel(getNewestVersion(versions) as VersionName)

interface DescribedOperation {
  id: string
  method: string
  path: string
  object: JsonObject
}

function listOperations(document: JsonObject): DescribedOperation[] {
  return Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    ['get', 'post', 'patch', 'put', 'delete'].flatMap((method) => {
      const object = asObject(asObject(item)[method])
      return typeof object.operationId === 'string'
        ? [{ id: object.operationId, method: method.toUpperCase(), path, object }]
        : []
    }),
  )
}

type Types = ReturnType<typeof createTypes>

function toClientOperation(
  { id, method, path, object }: DescribedOperation,
  types: Types,
): ClientOperation {
  const { summary, description, parameters, responses, requestBody } = object
  const query = asArray(parameters).filter((each) => asObject(each).in === 'query')
  const names = query.map((each) => String(asObject(each).name))
  const success = Object.entries(asObject(responses)).find(([status]) => status.startsWith('2'))
  const schema = bodySchema(success?.[1])
  const results = bodySchema(asObject(responses)['207'])
  const owner = `${id.charAt(0).toUpperCase()}${id.slice(1)}`
  const bodyType =
    requestBody === undefined
      ? undefined
      : types.type(bodySchema(requestBody), 'request', `${owner}Body`)
  return {
    id,
    method,
    path,
    doc: `${summary}.${description === undefined ? '' : ` ${description}`}`,
    body: bodyType,
    isBodyOptional: requestBody !== undefined && asObject(requestBody).required !== true,
    query: query.length === 0 ? undefined : types.query(query, `${owner}Query`),
    response: schema === undefined ? undefined : types.type(schema, 'response', `${owner}Response`),
    results: results === undefined ? undefined : types.type(results, 'response', `${owner}Results`),
    isList: names.includes('after') && names.includes('limit'),
  }
}

/** Returns the schema of a body. All media types of the body have the same schema. */
const bodySchema = (body: Json | undefined): Json | undefined =>
  asObject(Object.values(asObject(asObject(body).content))[0]).schema

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions share the interner
function createTypes(interner: ReturnType<typeof createInterner>) {
  function toType(schema: Json | undefined, direction: Direction, name: string): Type {
    const { $ref, anyOf, enum: values, type } = asObject(schema)
    if (typeof $ref === 'string') return { kind: 'named', name: $ref.split('/').at(-1) ?? '' }
    if (Array.isArray(anyOf)) return union(anyOf.map((each) => toType(each, direction, name)))
    if (Array.isArray(values)) return parseEnum(values, direction)
    const types = Array.isArray(type) ? type : [type]
    return union(types.map((each) => toPlainType(each, asObject(schema), direction, name)))
  }

  function toPlainType(
    type: Json | undefined,
    schema: JsonObject,
    direction: Direction,
    name: string,
  ): Type {
    if (type === 'array')
      return { kind: 'array', item: toType(schema.items, direction, singular(name)) }
    if (type === 'object') return toObject(schema, direction, name)
    const known = ['string', 'number', 'integer', 'boolean', 'null'] as const
    const isTime = type === 'string' && schema.format === 'date-time'
    return {
      kind: 'primitive',
      name: known.find((each) => each === type) ?? 'unknown',
      ...(isTime ? { isTime } : {}),
    }
  }

  function toObject(schema: JsonObject, direction: Direction, name: string): Type {
    const names = Object.keys(asObject(schema.properties))
    const { additionalProperties: others } = schema
    if (names.length === 0 && typeof others === 'object')
      return { kind: 'map', value: toType(others, direction, name) }
    if (names.length === 0) return { kind: 'map', value: { kind: 'primitive', name: 'unknown' } }
    const members = toMembers(schema, direction, name)
    const [data] = members
    if (names.join() === 'data,has_more' && data?.type.kind === 'array')
      return { kind: 'page', item: data.type.item }
    return { kind: 'object', object: interner.intern(members, direction, name) }
  }

  function toMembers(schema: JsonObject, direction: Direction, owner: string): Member[] {
    const required = asArray(schema.required)
    return Object.entries(asObject(schema.properties)).map(([name, member]) => ({
      name,
      type: toType(member, direction, `${owner}.${name}`),
      isRequired: required.includes(name),
      doc: describeSchema(asObject(member)),
    }))
  }

  function toQuery(parameters: readonly Json[], name: string): ObjectType {
    const members = parameters.map((each): Member => {
      const { name: parameter, description, schema } = asObject(each)
      return {
        name: String(parameter),
        type: toType(schema, 'request', `${name}.${parameter}`),
        isRequired: false,
        doc: describeSchema({ ...asObject(schema), description: description ?? '' }),
      }
    })
    return interner.intern(members, 'request', name)
  }

  return { type: toType, members: toMembers, query: toQuery }
}

function union(types: readonly Type[]): Type {
  const members = types.flatMap((each) => (each.kind === 'union' ? each.types : each))
  const distinct = members.filter(
    (each, index) => members.findIndex((other) => isEqual(each, other)) === index,
  )
  const [only] = distinct
  return distinct.length === 1 && only !== undefined ? only : { kind: 'union', types: distinct }
}

const isEqual = (one: Type, other: Type): boolean =>
  one.kind === 'object' && other.kind === 'object'
    ? one.object === other.object
    : JSON.stringify(one) === JSON.stringify(other)

/** Returns the singular of a name: `line_item` for `line_items`. */
const singular = (name: string) => name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

/** Finds the names of the schemas in request bodies, and of the schemas that these refer to. */
function findRequestSchemas(document: JsonObject, schemas: JsonObject): Set<string> {
  const names = new Set<string>()
  const visit = (value: Json | undefined): void => {
    for (const [key, child] of Object.entries(asObject(value))) {
      const name = key === '$ref' ? String(child).split('/').at(-1) : undefined
      if (name !== undefined && !names.has(name)) {
        names.add(name)
        visit(schemas[name])
      }
      for (const each of Array.isArray(child) ? child : [child]) visit(each)
    }
  }
  for (const { object } of listOperations(document)) visit(bodySchema(object.requestBody))
  return names
}
