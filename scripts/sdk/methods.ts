import { operations } from '#contract/operations'

/**
 * The method of the client libraries for an operation, in camelCase. Python uses the same names in
 * snake_case.
 *
 * The names follow from method and path: `GET /products` is `products.list`, `POST
 * /products/{id}/archive` is `products.archive`. The table `exceptions` has all other names. A new
 * operation usually needs no change in this file.
 */
export interface ClientMethod {
  id: string
  resource: string
  method: string
  /** The names of the arguments for the ids in the path, in order. */
  pathArguments: readonly PathArgument[]
}

interface PathArgument {
  /** The name of the parameter in the path: `id` in `/products/{id}`. */
  name: string
  argument: string
}

/**
 * The doc comment of each resource. A resource without an entry has the name of its path as its doc comment.
 */
export const resourceDocs: Readonly<Record<string, string>> = {
  giftRequests: 'Gift requests.',
  campaigns: 'Campaigns.',
  products: 'Products with their variants.',
  variants: 'Variants of products: what gifts contain.',
  stockLevels: 'The stock of variants in warehouses.',
  warehouses: 'Warehouses of the account.',
  pictures: 'Pictures of products.',
  oneLinks: 'One-links: public links with a number of claimable gifts.',
  claims: 'Claims of one-links, their rules, and the deny list.',
  recipients: 'The people who get gifts.',
  reports: 'The figures of the overview in the web app, and exports.',
  events: 'The events of the last 30 days.',
  attention: 'What a person has to resolve, such as a gift without stock.',
  endpoints: 'Webhook endpoints. Changes need a token with the scope `endpoints:write`.',
  deliveries: 'Deliveries of webhooks, with their attempts.',
  testHelpers: 'Simulates the life of a gift request and advances the clock. In staging only.',
  oauth:
    'The token endpoint. The client fetches its own tokens; use this for tokens of other accounts.',
}

// biome-ignore format: read down the columns
const exceptions: Readonly<Record<string, readonly [resource: string, method: string, idArgument?: string]>> = {
  createGiftRequests:  ['giftRequests', 'createMany'],
  createVariant:       ['variants',     'create',       'productId'],
  importCodes:         ['variants',     'importCodes'],
  listClaims:          ['claims',       'list',         'oneLinkId'],
  resolveGiftRequestProblemReport: ['giftRequests', 'resolveProblemReport', 'id'],
  approveClaims:       ['claims',       'approve',      'oneLinkId'],
  rejectClaims:        ['claims',       'reject',       'oneLinkId'],
  getClaimRules:       ['claims',       'rules',        'oneLinkId'],
  updateClaimRules:    ['claims',       'updateRules',  'oneLinkId'],
  getClaimDefaults:    ['claims',       'defaults'],
  updateClaimDefaults: ['claims',       'updateDefaults'],
  listDeniedClaimants: ['claims',       'denied'],
  denyClaimants:       ['claims',       'deny'],
  allowClaimant:       ['claims',       'allow'],
  sendTestEvent:       ['endpoints',    'sendTest'],
  createToken:         ['oauth',        'createToken'],
  revokeToken:         ['oauth',        'revokeToken'],
  getMetadata:         ['oauth',        'metadata'],
  getRoot:             ['',             'about'],
}

/** The methods for operations whose rows can be independent. Their first argument is the list of rows. */
const resultMethods: Readonly<Record<string, string>> = { createGiftRequests: 'createEach' }

/** Returns the name of the method for independent rows. */
export function resultMethodOf(id: string): string {
  const name = resultMethods[id]
  if (name === undefined)
    throw new Error(`${id} has results. Add a name to resultMethods in scripts/sdk/methods.ts.`)
  return name
}

/** Returns the client method for an operation. */
export function methodOf({
  id,
  method,
  path,
}: {
  id: string
  method: string
  path: string
}): ClientMethod {
  const [resource, name, idArgument] = exceptions[id] ?? followRule(id, method, path)
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => String(each))
  const pathArguments = pathNames.map((each) => ({
    name: each,
    argument: each === 'id' ? (idArgument ?? 'id') : camelCase(each),
  }))
  return { id, resource, method: name, pathArguments }
}

const methodsOfItem: Readonly<Record<string, string>> = {
  GET: 'get',
  PATCH: 'update',
  PUT: 'set',
  DELETE: 'delete',
}
const methodsOfCollection: Readonly<Record<string, string>> = {
  GET: 'list',
  POST: 'create',
  PATCH: 'update',
  PUT: 'set',
  DELETE: 'delete',
}

function followRule(id: string, method: string, path: string): [string, string] {
  const [collection = '', ...rest] = path.slice(1).split('/')
  const resource = camelCase(collection)
  // The methods for exports and test helpers have the name of the operation.
  if (resource === 'exports') return ['reports', id]
  if (resource === 'testHelpers') return [resource, id]
  const words = rest.filter((each) => !each.startsWith('{'))
  if (words.length === 0)
    return [resource, (rest.length === 0 ? methodsOfCollection : methodsOfItem)[method] ?? id]
  const name = camelCase(words.join('_'))
  // Only the last segment may be a word: `POST /products/{id}/archive` or `POST /recipients/erase`.
  if (words.length > 1 || rest.at(-1)?.startsWith('{')) return [resource, id]
  if (method === 'GET' || method === 'POST') return [resource, name]
  return [resource, `${methodsOfItem[method]}${name.charAt(0).toUpperCase()}${name.slice(1)}`]
}

/** Converts `gift_requests` to `giftRequests`. */
const camelCase = (snakeCase: string): string =>
  snakeCase.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Converts `giftRequests` to `gift_requests`. */
export const snakeCase = (text: string): string =>
  text.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** Throws if two operations have the same method name. */
export function assertDistinctMethods(): void {
  const owners = new Map<string, string>()
  for (const operation of operations) {
    const { id, resource, method } = methodOf(operation)
    const name = `${resource}.${method}`
    const owner = owners.get(name)
    if (owner !== undefined)
      throw new Error(`${owner} and ${id} are both ${name}. Add a name in scripts/sdk/methods.ts.`)
    owners.set(name, id)
  }
}
