import fc from 'fast-check'
import { badPart, corruptJson, type FuzzRequest, headersFor, pathFor } from '#test/fuzz-requests'

/* Corrupted requests to operations that use forms and queries, not a JSON body. */

/** An operation that is not in the document of the API, or that has other media types. */
export interface FuzzTarget {
  id: string
  method: 'get' | 'post'
  path: string
  /** The parameters of a valid request: in the query of a GET, or in the body of a POST. */
  example: Readonly<Record<string, unknown>>
  mediaTypes: readonly ('application/json' | 'application/x-www-form-urlencoded')[]
}

/**
 * Returns a generator of corrupted requests to an operation of the authorization server. A
 * request has JSON, a form or a query.
 */
export function fuzzTarget(
  { id, method, path, example, mediaTypes }: FuzzTarget,
  headers: Readonly<Record<string, string>> = {},
): fc.Arbitrary<FuzzRequest> {
  const text = (body: Buffer | undefined) => body?.toString('latin1')
  const names = Object.keys(example)
  const queries = method === 'get' ? corruptForm(example).map((form) => `?${form}`) : undefined
  return fc.constantFrom(...mediaTypes).chain((type) =>
    fc.record({
      id: fc.constant(id),
      method: fc.constant(method.toUpperCase()),
      path: fc.oneof(
        { weight: 6, arbitrary: (queries ?? fc.constant('')).map((query) => `${path}${query}`) },
        { weight: 1, arbitrary: pathFor(path, names, ['']) },
      ),
      headers: headersFor({ method }, { ...headers }, type),
      body:
        method === 'get'
          ? fc.constant(undefined)
          : type === 'application/json'
            ? corruptJson([example]).map(text)
            : corruptForm(example),
    }),
  )
}

/** Returns a generator of forms or queries with one corrupted, repeated or missing parameter. */
function corruptForm(example: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const good = Object.entries(example).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  )
  const index = fc.nat({ max: good.length })
  const replace = (at: number, ...parts: string[]) => good.toSpliced(at, 1, ...parts).join('&')
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(good.join('&')) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(index, badPart)
        .map(([at, bad]) => replace(at, `${(good[at] ?? 'more=').split('=')[0]}=${bad}`)),
    },
    { weight: 1, arbitrary: index.map((at) => replace(at)) },
    { weight: 1, arbitrary: index.map((at) => [...good, good[at] ?? ''].join('&')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(index, fc.constantFrom('%', '%zz', '%ff%fe', '&&=&', '%00', '+', ';', '[]=1'))
        .map(([at, noise]) => replace(at, `${good[at] ?? ''}${noise}`)),
    },
    { weight: 1, arbitrary: fc.tuple(badPart, badPart).map(([name, value]) => `${name}=${value}`) },
  )
}
