import { ApiError, type ErrorCode, errorCodes, type VersionName, versions } from '#contract'
import type { PossibleError } from '#contract/operation'
import { dialects } from './dialect.ts'
import { headerRefs } from './frame.ts'
import type { Json, JsonObject, Writer } from './schemas.ts'

/** The answers that say no: one for each status, with an example for each code. */
export function refusalResponses(version: VersionName, writer: Writer) {
  const components: JsonObject = {}

  function responseFor(status: number, codes: readonly ErrorCode[]): JsonObject {
    const [only, ...more] = codes
    const response = responseObject(version, writer, status, codes)
    if (only === undefined || more.length > 0) return response
    const name = `${only}_${status}`
    components[name] = response
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    components,
    of: (list: readonly PossibleError[], takesBody: boolean): JsonObject => {
      const all = version === '2025-10' ? [...list, ...ofJsonApi(takesBody)] : list
      const byStatus = Map.groupBy(all, ({ code, status }) => status ?? statusOf(code))
      const entries = [...byStatus].flatMap(([status, some]) => {
        const codes = [...new Set(some.map(({ code }) => code))]
        return [[status, responseFor(status, codes)] as const]
      })
      return Object.fromEntries(entries)
    },
  }
}

/** What JSON:API itself asks to refuse, with the statuses that it gives. */
const ofJsonApi = (takesBody: boolean): readonly PossibleError[] => [
  { code: 'unsupported_media_type', status: 406 },
  ...(takesBody ? [{ code: 'forbidden' } as const, { code: 'invalid', status: 409 } as const] : []),
]

const statusOf = (code: ErrorCode): number => errorCodes[code][0]

function responseObject(
  version: VersionName,
  writer: Writer,
  status: number,
  codes: readonly ErrorCode[],
): JsonObject {
  const names = ['RequestId']
  if (status === 401) names.push('WwwAuthenticate')
  if (status === 429) names.push('RateLimitPolicy', 'RateLimit')
  if (status === 429 || status === 503) names.push('RetryAfter')
  const examples = codes.map((code) => [
    code,
    { summary: errorCodes[code][2], value: exampleOf(version, code, status) },
  ])
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headerRefs(names),
    content: {
      [versions[version].contentType]: {
        schema: writer.write(dialects[version].errors),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** As it would be rendered; a code that is about a field names one. */
function exampleOf(version: VersionName, code: ErrorCode, status: number): Json {
  const [, type, message] = errorCodes[code]
  const field = status === 400 ? 'limit' : 'recipient.email'
  const refusal = new ApiError(
    code,
    type === 'validation_error'
      ? { status, fieldErrors: [{ code: code as 'invalid', param: field, message }] }
      : { status },
  )
  return JSON.parse(versions[version].renderError(refusal))
}
