import { readFileSync } from 'node:fs'
import { projectPath } from '#platform/lib/project-files'

/**
 * The parts of an OpenAPI document that the page reads. The document is generated in this repository, so the
 * code knows its structure.
 */
export interface OpenApiDocument {
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: {
    parameters: Record<string, Parameter>
    responses: Record<string, OpenApiResponse>
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { description: string }>
  }
}

export interface PathItem {
  servers?: { url: string; description: string }[]
  parameters?: (Parameter | Ref)[]
  get?: OpenApiOperation
  post?: OpenApiOperation
  patch?: OpenApiOperation
  put?: OpenApiOperation
  delete?: OpenApiOperation
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  /** The accepted credentials, and the scopes that each of them needs. */
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Ref)[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, OpenApiResponse | Ref>
  'x-staging-only'?: boolean
}

const methods = ['get', 'post', 'patch', 'put', 'delete'] as const

/** An operation with its place in the OpenAPI document. */
export interface OperationEntry {
  method: (typeof methods)[number]
  path: string
  item: PathItem
  operation: OpenApiOperation
}

export interface OperationGroup {
  name: string
  description: string
  entries: OperationEntry[]
}

export interface Ref {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

export interface OpenApiResponse {
  description: string
  content?: Record<string, Media>
}

export interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { summary: string; value: unknown }>
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  title?: string
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
}

/**
 * Reads the OpenAPI document of a version from the repository, and replaces its origin with the origin of
 * this instance.
 */
export function readDocument(version: string, origin: string): OpenApiDocument {
  const file = projectPath(`openapi/${version}.json`)
  const text = readFileSync(file, 'utf8').replaceAll('http://localhost:3000', origin)
  const document = JSON.parse(text) as OpenApiDocument
  const [server] = document.servers
  return { ...document, servers: [{ url: server?.url ?? origin, description: 'This instance.' }] }
}

/** Returns the operations in groups by tag. Their order is the order of the document. */
export function groupOperations(document: OpenApiDocument): OperationGroup[] {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method): OperationEntry[] => {
      const operation = item[method]
      return operation === undefined ? [] : [{ method, path, item, operation }]
    }),
  )
  return document.tags.flatMap(({ name, description }) => {
    const matching = entries.filter(({ operation }) => operation.tags.includes(name))
    return matching.length === 0 ? [] : [{ name, description, entries: matching }]
  })
}

/**
 * Returns the path of an operation after the origin. The paths of the API are relative to `/api`. Other
 * operations name their own server.
 */
export const getRoute = ({ path, item }: Pick<OperationEntry, 'path' | 'item'>): string =>
  item.servers === undefined ? `/api${path}` : path

/** Returns the object that a reference points to. Returns any other value unchanged. */
export function dereference<T extends object>(document: OpenApiDocument, value: T | Ref): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const parts = value.$ref.slice(2).split('/')
  return parts.reduce<unknown>(
    (node, part) => (node as Record<string, unknown>)[part],
    document,
  ) as T
}

export function getExample(media: Media | undefined): unknown {
  if (media?.example !== undefined) return media.example
  const [first] = Object.values(media?.examples ?? {})
  return first?.value
}

/** Returns the scopes that a token needs for an operation. */
export const scopesOf = ({ security = [] }: OpenApiOperation): string[] => [
  ...new Set(security.flatMap((credentials) => Object.values(credentials).flat())),
]
