import fc from 'fast-check'
import type { DescribedOperation, OpenApiContract } from '#test/openapi-contract'

/*
 * Invalid requests that are generated from the OpenAPI document. Each begins as an example of an operation,
 * and is then corrupted in one of many ways.
 */

export interface FuzzRequest {
  id: string
  method: string
  path: string
  headers: Record<string, string>
  /** The body with one character for each byte, so that failures are readable. */
  body: string | undefined
}

/** Lists the operations of the API itself, without the operations of the authorization server. */
export const listApiOperations = ({ operations }: OpenApiContract): DescribedOperation[] =>
  [...operations.values()].filter(
    ({ path }) => !path.startsWith('/auth') && !path.startsWith('/.well-known'),
  )

/** Returns a generator of corrupted requests to any operation of the API. */
export const fuzzRequests = (
  contract: OpenApiContract,
  defaultHeaders: Readonly<Record<string, string>>,
  ids: readonly string[],
): fc.Arbitrary<FuzzRequest> =>
  fc
    .constantFrom(...listApiOperations(contract))
    .chain((operation) => fuzzOperation(contract, operation, defaultHeaders, ids))

/** Returns a generator of corrupted requests to one operation. */
export const fuzzOperation = (
  contract: OpenApiContract,
  operation: DescribedOperation,
  defaultHeaders: Readonly<Record<string, string>>,
  ids: readonly string[],
): fc.Arbitrary<FuzzRequest> =>
  fc.record({
    id: fc.constant(operation.id),
    method: fc.constant(operation.method.toUpperCase()),
    path: pathFor(`/api${operation.path}`, listQueryNames(contract, operation), ids),
    headers: headersFor(operation, defaultHeaders),
    body:
      operation.method === 'get'
        ? fc.constant(undefined)
        : corruptJson(findExamples(contract, operation)).map((body) => body?.toString('latin1')),
  })

/** Strings that often cause bugs in parsers and databases. */
const badText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202e\u2066',
    '%00',
    '../../etc/passwd',
    "'; drop table gifting.gift_request; --",
    '{{7*7}}',
    '<!ENTITY x SYSTEM "file:///">',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-0',
    '9'.repeat(400),
    '1e309',
    'é'.repeat(255),
    '👩‍👩‍👧‍👦'.repeat(64),
    'ﷺ'.repeat(200),
    '2026-02-30T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '-000001-01-01T00:00:00Z',
    'a@b',
    `${'a'.repeat(64)}@${'b.'.repeat(90)}c`,
    'x'.repeat(100_000),
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

const badNumber = fc.constantFrom(-1, 0, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 1.5, 1e-9, 10_001)

export const badValue: fc.Arbitrary<unknown> = fc.oneof(
  badText,
  badNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { '': '' }, { toJSON: 1 }),
  fc.array(badText, { maxLength: 60 }),
  fc.dictionary(badText, badText, { maxKeys: 60 }),
  fc.json({ maxDepth: 8 }).map((text) => JSON.parse(text)),
)

function findExamples(
  contract: OpenApiContract,
  { path, method }: DescribedOperation,
): readonly unknown[] {
  const { requestBody } = contract.document.paths[path][method]
  const [media] = Object.values<{ examples: Record<string, { value: unknown }> }>(
    requestBody?.content ?? {},
  )
  return Object.values(media?.examples ?? { none: { value: {} } }).map(({ value }) => value)
}

export function corruptJson(examples: readonly unknown[]): fc.Arbitrary<Buffer | undefined> {
  const good = fc.constantFrom(...examples).map((value) => structuredClone(value))
  const json = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(good, badValue, fc.nat())
        .map(([value, bad, at]) => json(replaceOneValue(value, bad, at))),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(good, badText, badValue)
        .map(([value, name, bad]) => json({ ...(value as object), [name]: bad })),
    },
    { weight: 2, arbitrary: badValue.map(json) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(good, fc.nat(), fc.string({ maxLength: 3 }))
        .map(([value, at, noise]) => replaceOneByte(json(value), at, noise)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: good.map((value) => Buffer.from(JSON.stringify(value), 'utf16le')) },
    {
      weight: 1,
      arbitrary: good.map((value) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), json(value)])),
    },
    { weight: 1, arbitrary: good.map(duplicateMembers) },
    {
      weight: 1,
      arbitrary: fc.nat(5_000).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(good, fc.nat(5_000)).map(([value, depth]) => nestDeeply(value, depth)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        undefined,
        Buffer.alloc(0),
        Buffer.from('null'),
        Buffer.from('{}'),
      ),
    },
  )
}

/** Replaces one of the nested values of an object or array. */
function replaceOneValue(value: unknown, bad: unknown, index: number): unknown {
  const slots: [holder: Record<string, unknown>, name: string][] = []
  const collectSlots = (each: unknown) => {
    if (typeof each !== 'object' || each === null) return
    for (const [name, inner] of Object.entries(each)) {
      slots.push([each as Record<string, unknown>, name])
      collectSlots(inner)
    }
  }
  collectSlots(value)
  const slot = slots[index % Math.max(1, slots.length)]
  if (slot === undefined) return bad
  slot[0][slot[1]] = bad
  return value
}

function replaceOneByte(text: Buffer, at: number, noise: string): Buffer {
  const index = at % (text.length + 1)
  return Buffer.concat([text.subarray(0, index), Buffer.from(noise), text.subarray(index + 1)])
}

/** Writes each member twice. The second time, the member has another value. */
function duplicateMembers(value: unknown): Buffer {
  const members = Object.entries(value as object).flatMap(([name, inner]) => [
    `${JSON.stringify(name)}:${JSON.stringify(inner)}`,
    `${JSON.stringify(name)}:0`,
  ])
  return Buffer.from(`{${members.join(',')}}`)
}

function nestDeeply(value: unknown, depth: number): Buffer {
  const inner = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  return Buffer.from(`${JSON.stringify(value).slice(0, -1)},"metadata":${inner}}`)
}

export const badPart = badText.map((text) =>
  encodeURIComponent(text.slice(0, 3_000).toWellFormed()),
)

const listQueryNames = (
  { document }: OpenApiContract,
  { path, method }: DescribedOperation,
): string[] =>
  (document.paths[path][method].parameters ?? []).flatMap((each: { in?: string; name?: string }) =>
    each.in === 'query' ? [each.name] : [],
  )

export function pathFor(
  path: string,
  names: readonly string[],
  ids: readonly string[],
): fc.Arbitrary<string> {
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: badPart },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%zz', '%c0%ae', '..', '.', '%2e%2e%2f', 'a%2fb', ';', '*'),
    },
  )
  const pair = fc
    .tuple(fc.oneof(fc.constantFrom('limit', 'after', 'order', ...names), badPart), badPart)
    .map(([name, value]) => `${name}=${value}`)
  const query = fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    {
      weight: 2,
      arbitrary: fc.array(pair, { maxLength: 5 }).map((pairs) => `?${pairs.join('&')}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '?',
        '?&&&',
        '?=',
        '?limit',
        '?limit=1&limit=2',
        '?limit[]=1',
        '?a=%zz',
        `?after=${'a&after='.repeat(500)}`,
      ),
    },
  )
  const parameters = path.match(/\{\w+\}/g) ?? []
  const filledPath = fc
    .tuple(...parameters.map(() => id))
    .map((values) =>
      parameters.reduce((filled, name, index) => filled.replace(name, values[index] ?? ''), path),
    )
  return fc.tuple(filledPath, query).map(([filled, more]) => `${filled}${more}`)
}

export function headersFor(
  { method }: Pick<DescribedOperation, 'method'>,
  defaultHeaders: Readonly<Record<string, string>>,
  type = 'application/json',
): fc.Arbitrary<Record<string, string>> {
  const visible = fc.string({
    unit: fc.constantFrom(...'aZ09!"\'();,=/*~ \t\xe9\xff'),
    maxLength: 300,
  })
  const bad = fc.constantFrom(
    'service-api-version',
    'content-type',
    'accept',
    'idempotency-key',
    'x-api-key',
    'if-none-match',
    'authorization',
  )
  const types = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'APPLICATION/JSON;',
    'text/plain',
    'application/vnd.api+json',
    '',
    ';',
    'application/json, text/html',
  )
  const base = method === 'get' ? defaultHeaders : { ...defaultHeaders, 'content-type': type }
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant({ ...base }) },
    { weight: 1, arbitrary: types.map((each) => ({ ...base, 'content-type': each })) },
    {
      weight: 2,
      arbitrary: fc.tuple(bad, visible).map(([name, value]) => ({ ...base, [name]: value.trim() })),
    },
  )
}
