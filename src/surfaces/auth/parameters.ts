import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findDuplicateMember } from '#platform/json-members'
import { OAuthProblem } from './problems.ts'

/** What a request says, each thing once. What came without a value did not come (RFC 6749, 3.2). */
export type Parameters = ReadonlyMap<string, string>

const bodyLimit = 64 * 1024

/** Bodies are kept as the bytes that came: whether something was said twice is seen only there. */
export function keepBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
}

export function readBody(request: FastifyRequest): Parameters {
  const text = textOf(request)
  if (isForm(request)) return once(new URLSearchParams(text))
  if (isJson(request)) return once(membersOf(text))
  throw new OAuthProblem(
    'invalid_request',
    'Send the body as application/json or application/x-www-form-urlencoded.',
    { status: 415 },
  )
}

export function readQuery({ url }: FastifyRequest): Parameters {
  const at = url.indexOf('?')
  return once(new URLSearchParams(at < 0 ? '' : url.slice(at + 1)))
}

export const isJson = (request: FastifyRequest) => typeOf(request) === 'application/json'
const isForm = (request: FastifyRequest) => typeOf(request) === 'application/x-www-form-urlencoded'

const typeOf = ({ headers }: FastifyRequest) =>
  (headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase()

/** The parameter, without which there is no going on. */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw new OAuthProblem('invalid_request', `${name} is required.`)
  return value
}

function textOf({ body }: FastifyRequest): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    )
  } catch {
    throw new OAuthProblem('invalid_request', 'The body is not UTF-8.')
  }
}

function once(pairs: Iterable<readonly [string, string]>): Parameters {
  const all = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (all.has(name))
      throw new OAuthProblem('invalid_request', `${printable(name)} was sent twice.`)
    all.set(name, value)
  }
  for (const [name, value] of all) if (value === '') all.delete(name)
  return all
}

/** The members of a flat JSON object, in the order they came. */
function membersOf(text: string): [string, string][] {
  const members: [string, string][] = []
  for (const [name, value] of Object.entries(objectIn(text))) {
    if (value === null) continue
    if (typeof value !== 'string')
      throw new OAuthProblem('invalid_request', `${printable(name)} must be a string.`)
    members.push([name, value])
  }
  if (findDuplicateMember(text) !== undefined)
    throw new OAuthProblem('invalid_request', 'A member of the body was sent twice.')
  return members
}

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    throw new OAuthProblem('invalid_request', 'The body is not valid JSON.')
  }
  throw new OAuthProblem('invalid_request', 'The body must be a JSON object.')
}

/** error_description is ASCII without quotes and backslashes (RFC 6749, 5.2). */
const printable = (name: string) => name.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 60)
