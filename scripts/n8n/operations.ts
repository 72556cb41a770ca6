import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/steps'

/* Generates the operations and the fields of the n8n node from the OpenAPI document of the newest version. */

const version = '2026-05'

/** The resources of the node, each with its operations: the name in n8n, and the operation of the API. */
const resources = {
  giftRequest: {
    title: 'Gift Request',
    operations: {
      create: 'createGiftRequest',
      get: 'getGiftRequest',
      getAll: 'listGiftRequests',
      getDetails: 'getGiftRequestDetails',
      cancel: 'cancelGiftRequest',
      remind: 'remindGiftRequest',
      extend: 'extendGiftRequest',
      correctEmail: 'correctGiftRequestEmail',
      sendAgain: 'sendGiftRequestAgain',
    },
  },
  campaign: { title: 'Campaign', operations: { get: 'getCampaign', getAll: 'listCampaigns' } },
  recipient: {
    title: 'Recipient',
    operations: {
      get: 'getRecipient',
      getAll: 'listRecipients',
      getGifts: 'listGiftRequestsOfRecipient',
    },
  },
  oneLink: { title: 'One-Link', operations: { get: 'getOneLink', getAll: 'listOneLinks' } },
  event: { title: 'Event', operations: { get: 'getEvent', getAll: 'listEvents' } },
} as const

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: (string | null)[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  default?: unknown
}

interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema
}

interface ApiOperation {
  operationId?: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const document = JSON.parse(readFileSync(join(root, 'openapi', `${version}.json`), 'utf8'))

const resolve = <T extends { $ref?: string | undefined }>(value: T): T =>
  value.$ref === undefined
    ? value
    : value.$ref
        .split('/')
        .slice(1)
        .reduce((found, name) => found[name], document)

const found = new Map<string, { method: string; path: string; operation: ApiOperation }>()
for (const [path, methods] of Object.entries<Record<string, ApiOperation>>(document.paths))
  for (const [method, operation] of Object.entries(methods))
    if (operation.operationId !== undefined) {
      const shared = (methods as { parameters?: Parameter[] }).parameters ?? []
      const parameters = [...shared, ...(operation.parameters ?? [])].map(resolve)
      found.set(operation.operationId, { method, path, operation: { ...operation, parameters } })
    }

/** What the node sends, and where in the request. */
interface Field {
  name: string
  in: 'path' | 'query' | 'body'
  path: readonly string[]
  kind: string
  collection?: string
}

interface Input extends Field {
  schema: Schema
  description?: string | undefined
}

const paging = ['limit', 'after', 'dry_run']

/** Lists the fields of an operation: path, query, and the members of the body. Nested required members are flat. */
function listInputs(operation: ApiOperation): Input[] {
  const parameters = (operation.parameters ?? [])
    .filter((each) => each.in !== 'header' && !paging.includes(each.name))
    .map((each): Input => {
      const place = each.in === 'path' ? 'path' : 'query'
      const isOptional = place === 'query'
      return {
        ...{ name: each.name, in: place, path: [each.name], kind: kindOf(each.schema) },
        ...{ schema: each.schema, description: each.description },
        ...(isOptional && { collection: 'filters' }),
      }
    })
  const body = operation.requestBody?.content['application/json']?.schema
  return [...parameters, ...(body === undefined ? [] : listMembers(resolve(body), []))]
}

function listMembers(schema: Schema, path: readonly string[]): Input[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, unresolved]) => {
    const member = resolve(unresolved)
    const isRequired = schema.required?.includes(name) === true
    if (isRequired && member.properties !== undefined) return listMembers(member, [...path, name])
    const full = [...path, name]
    return {
      ...{ name: full.join('_'), in: 'body' as const, path: full, kind: kindOf(member) },
      ...{ schema: member, description: unresolved.description ?? member.description },
      ...(!isRequired && { collection: 'additionalFields' }),
    }
  })
}

function kindOf({ type, enum: choices, format, anyOf }: Schema): string {
  const [only] = [type ?? 'object'].flat().filter((each) => each !== 'null')
  if (anyOf !== undefined || only === 'object' || only === 'array') return 'json'
  if (choices !== undefined) return 'options'
  if (format === 'date-time') return 'dateTime'
  if (only === 'integer' || only === 'number') return 'number'
  return only === 'boolean' ? 'boolean' : 'string'
}

const small = new Set(['a', 'an', 'the', 'of', 'and', 'to', 'for', 'in'])
/** Writes a name as n8n does: in title case, with ID and URL. */
const toTitle = (name: string) =>
  name
    .split(/[_ ]/)
    .map((word, index) => {
      if (/^(id|url|sku)s?$/i.test(word)) return word.toUpperCase().replace(/S$/, 's')
      if (index > 0 && small.has(word)) return word
      return word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')
const withoutStop = (text: string | undefined) => text?.replace(/\.$/, '')

const defaults: Readonly<Record<string, unknown>> = { number: 0, boolean: false, json: '{}' }

function toProperty({ name, kind, schema, description }: Input) {
  const choices = (schema.enum ?? []).filter((each) => each !== null).toSorted()
  return {
    ...{ displayName: toTitle(name), name, type: kind },
    default: kind === 'options' ? (choices[0] ?? '') : (defaults[kind] ?? ''),
    ...(description !== undefined && {
      description:
        kind === 'boolean' ? `Whether: ${withoutStop(description)}` : withoutStop(description),
    }),
    ...(kind === 'options' && {
      options: choices.map((value) => ({ name: toTitle(String(value)), value })),
    }),
  }
}

const byName = (one: { displayName: string }, other: { displayName: string }) =>
  one.displayName.localeCompare(other.displayName, 'en')

/** Returns the fields of an operation, as n8n shows them. */
function toProperties(show: object, inputs: readonly Input[], isList: boolean) {
  const displayOptions = { show }
  const collections = ['filters', 'additionalFields'].flatMap((collection) => {
    const options = inputs.filter((each) => each.collection === collection).map(toProperty)
    if (options.length === 0) return []
    const displayName = collection === 'filters' ? 'Filters' : 'Additional Fields'
    const placeholder = collection === 'filters' ? 'Add Filter' : 'Add Field'
    const shown = { displayName, name: collection, type: 'collection', placeholder, default: {} }
    return [{ ...shown, displayOptions, options: options.sort(byName) }]
  })
  const required = inputs
    .filter((each) => each.collection === undefined)
    .map((each) => ({ ...toProperty(each), required: true, displayOptions }))
  return [...required, ...(isList ? pagingProperties(show) : []), ...collections]
}

const pagingProperties = (show: object) => [
  {
    ...{ displayName: 'Return All', name: 'returnAll', type: 'boolean', default: false },
    ...{
      description: 'Whether to return all results or only up to a given limit',
      displayOptions: { show },
    },
  },
  {
    ...{ displayName: 'Limit', name: 'limit', type: 'number', default: 50 },
    typeOptions: { minValue: 1 },
    ...{
      description: 'Max number of results to return',
      displayOptions: { show: { ...show, returnAll: [false] } },
    },
  },
]

/** Renders the file of the node with its properties and operations. */
export function renderOperations(): string {
  const properties: object[] = [
    {
      ...{ displayName: 'Resource', name: 'resource', type: 'options', noDataExpression: true },
      options: Object.entries(resources).map(([value, { title: name }]) => ({ name, value })),
      default: 'giftRequest',
    },
  ]
  const operations: Record<string, object> = {}
  for (const [resource, { operations: named }] of Object.entries(resources)) {
    const shown: { name: string; value: string; action: string }[] = []
    const fields: object[] = []
    for (const [value, operationId] of Object.entries(named)) {
      const { method, path, operation } = found.get(operationId) ?? fail(operationId)
      const parameters = operation.parameters ?? []
      const isList = parameters.some(({ name }) => name === 'after')
      const inputs = listInputs(operation)
      const action = operation.summary ?? value
      shown.push({ name: nameOf(value), value, action })
      fields.push(...toProperties({ resource: [resource], operation: [value] }, inputs, isList))
      operations[`${resource}.${value}`] = {
        ...{ method: method.toUpperCase(), path, isList },
        isIdempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
        fields: inputs.map(({ schema: _, description: __, ...field }) => field),
      }
    }
    properties.push(
      {
        ...{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true },
        displayOptions: { show: { resource: [resource] } },
        options: shown.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
        default: shown[0]?.value,
      },
      ...fields,
    )
  }
  return renderFile({ properties, operations, eventProperty: toEventProperty() })
}

const nameOf = (value: string) =>
  value === 'getAll' ? 'Get Many' : toTitle(value.replace(/[A-Z]/g, (each) => ` ${each}`))

function fail(operationId: string): never {
  throw new Error(`The OpenAPI document has no operation ${operationId}.`)
}

/** Returns the field of the trigger, with the events that an endpoint can receive. */
function toEventProperty() {
  const { operation } = found.get('createEndpoint') ?? fail('createEndpoint')
  const body = resolve(operation.requestBody?.content['application/json']?.schema ?? {})
  const events = (body.properties?.events as { items?: Schema } | undefined)?.items?.enum ?? []
  const options = events
    .map((value) => ({ name: toTitle(String(value).replace(/^gift_request_/, 'gift ')), value }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  return {
    ...{ displayName: 'Events', name: 'events', type: 'multiOptions', default: [], options },
    description: 'The events that start the workflow. None: all of them.',
  }
}

const renderFile = (
  values: Record<string, object>,
) => `/* Generated by scripts/n8n.ts from the OpenAPI document. Do not edit. */
import type { INodeProperties } from 'n8n-workflow'

export const apiVersion = '${version}'

export interface Field {
  name: string
  in: 'path' | 'query' | 'body'
  path: readonly string[]
  kind: string
  collection?: string
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  isList: boolean
  isIdempotent: boolean
  fields: readonly Field[]
}

export const properties: INodeProperties[] = ${JSON.stringify(values.properties, null, 2)}

export const operations: Readonly<Record<string, Operation>> = ${JSON.stringify(values.operations, null, 2)}

export const eventProperty: INodeProperties = ${JSON.stringify(values.eventProperty, null, 2)}
`
