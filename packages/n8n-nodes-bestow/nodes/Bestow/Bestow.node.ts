import { createHash } from 'node:crypto'
import {
  type IDataObject,
  type IExecuteFunctions,
  type INode,
  type INodeExecutionData,
  type INodeType,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow'
import { request } from './api.ts'
import { type Field, type Operation, operations, properties } from './operations.generated.ts'

/** The actions of the API. Their fields are generated from its OpenAPI document. */
export class Bestow implements INodeType {
  description = {
    displayName: 'Bestow',
    name: 'bestow',
    icon: 'file:bestow.svg' as const,
    group: ['output' as const],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Send gifts, and see what became of them',
    defaults: { name: 'Bestow' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true as const,
    credentials: [{ name: 'bestowApi', required: true }],
    properties,
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = []
    for (const item of this.getInputData().keys()) {
      try {
        const found = await run(this, item)
        for (const json of found) results.push({ json, pairedItem: { item } })
      } catch (error) {
        if (!this.continueOnFail() && error instanceof NodeOperationError)
          throw new NodeOperationError(this.getNode(), error, { itemIndex: item })
        if (!this.continueOnFail())
          throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: item })
        const { message, description } = error as { message: string; description?: string }
        results.push({ json: { error: description ?? message }, pairedItem: { item } })
      }
    }
    return [results]
  }
}

async function run(from: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const resource = String(from.getNodeParameter('resource', item))
  const name = String(from.getNodeParameter('operation', item))
  const operation = operations[`${resource}.${name}`]
  if (operation === undefined)
    throw new NodeOperationError(from.getNode(), `There is no operation ${resource}.${name}.`)
  const options = toRequest(from, item, operation)
  if (!operation.isList) return [toObject(await request(from, options, item))]
  const isAll = from.getNodeParameter('returnAll', item, false) === true
  const limit = isAll ? Number.POSITIVE_INFINITY : Number(from.getNodeParameter('limit', item, 25))
  return readPages(from, item, options, limit)
}

/** Reads pages until the limit. A page without a new entry ends the list, whatever it says. */
async function readPages(
  from: IExecuteFunctions,
  item: number,
  options: ReturnType<typeof toRequest>,
  limit: number,
): Promise<IDataObject[]> {
  const entries: IDataObject[] = []
  let after: unknown
  while (entries.length < limit) {
    const rest = Math.min(limit - entries.length, 25)
    const qs = { ...options.qs, limit: rest, ...(after !== undefined && { after }) }
    const page = toObject(await request(from, { ...options, qs }, item))
    const found = Array.isArray(page.data) ? (page.data as IDataObject[]) : []
    entries.push(...found)
    const last = found.at(-1)?.id
    if (page.has_more !== true || last === undefined || last === after) break
    after = last
  }
  return entries.slice(0, limit)
}

function toRequest(from: IExecuteFunctions, item: number, operation: Operation) {
  const { method, isIdempotent } = operation
  let url = operation.path
  const [qs, body]: [IDataObject, IDataObject] = [{}, {}]
  for (const field of operation.fields) {
    const value = readField(from, item, field)
    if (value === undefined) continue
    if (field.in === 'path')
      url = url.replace(`{${field.path[0]}}`, encodeURIComponent(String(value)))
    else setMember(field.in === 'query' ? qs : body, field.path, value)
  }
  // A node that n8n tries again within one execution sends nothing twice. A loop runs a node more than once in an
  // execution, so the key also depends on what is sent.
  const digest = createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest('hex')
  const key = `n8n-${from.getExecutionId()}-${from.getNode().id}-${item}-${digest.slice(0, 16)}`
  return {
    ...{ method, url, qs },
    ...(method !== 'GET' && { body }),
    ...(isIdempotent && { headers: { 'Idempotency-Key': key } }),
  }
}

/** Reads a field of the node or of one of its collections. An empty optional field is left out. */
function readField(from: IExecuteFunctions, item: number, field: Field): unknown {
  const { name, collection, kind } = field
  const values = collection && from.getNodeParameter(collection, item, {})
  const value = collection ? (values as IDataObject)[name] : from.getNodeParameter(name, item)
  if (value === undefined || value === null || (value === '' && collection)) return undefined
  if (kind === 'json' && typeof value === 'string') return parse(from.getNode(), name, value)
  if (kind === 'dateTime') return toTime(from.getNode(), name, value)
  return value
}

function parse(node: INode, name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NodeOperationError(node, `${name} must be JSON`)
  }
}

/** Returns a time with its zone: n8n can give a time without one. */
function toTime(node: INode, name: string, value: unknown): string {
  const time = new Date(String(value))
  if (Number.isNaN(time.getTime()))
    throw new NodeOperationError(node, `${name} must be a date and time`)
  return time.toISOString()
}

function setMember(target: IDataObject, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    target[name] = value as IDataObject
    return
  }
  target[name] ??= {}
  setMember(target[name] as IDataObject, rest, value)
}

const toObject = (value: unknown): IDataObject =>
  typeof value === 'object' && value !== null ? (value as IDataObject) : { success: true }
