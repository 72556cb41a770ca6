import { Bestow } from '#sdk'
import { quote } from './typescript.ts'

/*
 * Finds the method of the client library for each operation, for the samples of the reference. Calls each
 * method once with placeholders, and with a transport that records where each placeholder arrives.
 */

interface ClientMethod {
  /** The path of the method from the client, such as `giftRequests.create`. */
  call: string
  isList: boolean
  /** The parts of the request in the order of the arguments: `id`, `body` or `query`. */
  parameters: string[]
}

const header = '// Generated from the client library by `npm run fix`. Do not edit.\n'

export function renderClientMethods(): string {
  const rows = [...findClientMethods()]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([id, { call, isList, parameters }]) => {
      const list = `[${parameters.map(quote).join(', ')}]`
      return `  ${id}: { call: ${quote(call)}, isList: ${isList}, parameters: ${list} },\n`
    })
  return `${header}
export interface ClientMethod {
  call: string
  isList: boolean
  parameters: readonly ('id' | 'body' | 'query')[]
}

// biome-ignore format: one operation a line
/** The method of the client library for each operation. */
export const clientMethods: Readonly<Record<string, ClientMethod>> = {
${rows.join('')}}
`
}

type Recorded = { operation: string; isList: boolean; parts: Record<string, unknown> }
type Methods = Record<string, (...values: object[]) => unknown>
type Resource = new (transport: object) => Methods

function findClientMethods(): Map<string, ClientMethod> {
  const client = new Bestow({ baseUrl: 'http://localhost/api', token: 'svc-v1-staging-x' })
  const found = new Map<string, ClientMethod>([
    ['getRoot', { call: 'about', isList: false, parameters: [] }],
  ])
  for (const [property, resource] of Object.entries(client)) {
    if (typeof resource !== 'object' || resource === null) continue
    const type = resource.constructor as Resource
    for (const name of Object.getOwnPropertyNames(type.prototype)) {
      if (name === 'constructor') continue
      const { operation, isList, parameters } = record(type, name)
      // The first method of an operation is the ordinary method. Later methods are for special cases.
      if (!found.has(operation))
        found.set(operation, { call: `${property}.${name}`, isList, parameters })
    }
  }
  return found
}

function record(type: Resource, name: string) {
  const recorded: Recorded[] = []
  const list = (operation: string, query: unknown, _options: unknown, parts: object = {}) =>
    recorded.push({ operation, isList: true, parts: { query, ...parts } })
  const request = (operation: string, parts: object) =>
    recorded.push({ operation, isList: false, parts: { ...parts } })
  // The other methods of a transport take the same arguments as `request`.
  const methods = new type(
    new Proxy({}, { get: (_target, method) => (method === 'list' ? list : request) }),
  )
  const placeholders = [{}, {}, {}, {}]
  methods[name]?.(...placeholders)
  const [only] = recorded
  if (only === undefined) throw new Error(`${type.name}.${name} sends no request`)
  const parameters = placeholders.flatMap((placeholder) =>
    Object.keys(only.parts).filter((part) => only.parts[part] === placeholder),
  )
  return { operation: only.operation, isList: only.isList, parameters }
}
