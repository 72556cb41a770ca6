import {
  dereference,
  getExample,
  type OpenApiDocument,
  type OpenApiResponse,
  type OperationEntry,
  type PathItem,
} from '../openapi-document.ts'

/** The request of an operation. All samples of the operation send this request. */
export interface SampleRequest {
  operationId: string
  method: string
  /** The origin of the instance and `/api`. For operations outside the API, it is only the origin. */
  baseUrl: string
  /** The path after `baseUrl`. It contains ids from the examples. */
  path: string
  /** The values of the path parameters, in the order of the path. */
  ids: readonly string[]
  version: string
  /** Whether the request has an API token. Operations outside the API need no token. */
  hasToken: boolean
  isVersionOptional: boolean
  body: unknown
}

export function createSampleRequest(
  document: OpenApiDocument,
  { method, path, item, operation }: OperationEntry,
): SampleRequest {
  const [media] = Object.values(operation.requestBody?.content ?? {})
  const ids = findExampleIds(document, path)
  const [server] = item.servers ?? document.servers
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    baseUrl: server?.url ?? '',
    path: ids.reduce((filled, id) => filled.replace(/\{\w+\}/, id), path),
    ids,
    version: document.info.version,
    hasToken: item.servers === undefined,
    isVersionOptional: path === '/',
    body: getExample(media),
  }
}

/**
 * Finds an id for each parameter of a path. The id comes from the example of the resource or of the list
 * before the parameter.
 */
function findExampleIds(document: OpenApiDocument, path: string): string[] {
  const ids: string[] = []
  for (const { 0: parameter, index } of path.matchAll(/\/\{\w+\}/g)) {
    const list = path.slice(0, index).replace(/^\/test_helpers/, '')
    const [first] = (readExample(document, document.paths[list]) as List | undefined)?.data ?? []
    const one = readExample(document, document.paths[`${list}${parameter}`]) as Resource | undefined
    ids.push(one?.id ?? first?.id ?? ids.at(-1) ?? unknownId)
  }
  return ids
}

type Resource = { id?: string }
type List = { data?: Resource[] }

const unknownId = '019de370-4ac0-74e2-8f3a-51c07d9be001'

function readExample(document: OpenApiDocument, item: PathItem | undefined): unknown {
  const response = item?.get?.responses['200']
  if (response === undefined) return undefined
  const { content = {} } = dereference<OpenApiResponse>(document, response)
  return getExample(Object.values(content)[0])
}
