import { ApiError, type ErrorCode, errorCodes, type VersionName, versions } from '#contract'
import type { PossibleError } from '#contract/operation'
import { headerRefs } from './components.ts'
import type { Json, JsonObject, SchemaWriter } from './schemas.ts'
import { versionFormats } from './version-format.ts'

/** Creates the error responses: one for each status, with an example for each code. */
export function createErrorResponses(version: VersionName, writer: SchemaWriter) {
  const components: JsonObject = {}

  function responseFor(status: number, codes: readonly ErrorCode[]): JsonObject {
    const [only, ...more] = codes
    const response = buildResponse(version, writer, status, codes)
    if (only === undefined || more.length > 0) return response
    const name = `${only}_${status}`
    components[name] = response
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    components,
    responsesFor: (list: readonly PossibleError[], hasBody: boolean): JsonObject => {
      const all = version === '2025-10' ? [...list, ...jsonApiErrors(hasBody)] : list
      const byStatus = Map.groupBy(all, ({ code, status }) => status ?? defaultStatus(code))
      const entries = [...byStatus].flatMap(([status, errors]) => {
        const codes = [...new Set(errors.map(({ code }) => code))]
        return [[status, responseFor(status, codes)] as const]
      })
      return Object.fromEntries(entries)
    },
  }
}

/** Returns the error responses that JSON:API itself requires, with their statuses. */
const jsonApiErrors = (hasBody: boolean): readonly PossibleError[] => [
  { code: 'unsupported_media_type', status: 406 },
  ...(hasBody ? [{ code: 'forbidden' } as const, { code: 'invalid', status: 409 } as const] : []),
]

const defaultStatus = (code: ErrorCode): number => errorCodes[code][0]

function buildResponse(
  version: VersionName,
  writer: SchemaWriter,
  status: number,
  codes: readonly ErrorCode[],
): JsonObject {
  const names = ['RequestId']
  if (status === 401) names.push('WwwAuthenticate')
  if (status === 429) names.push('RateLimitPolicy', 'RateLimit')
  if (status === 429 || status === 503) names.push('RetryAfter')
  const examples = codes.map((code) => [
    code,
    { summary: errorCodes[code][2], value: renderErrorExample(version, code, status) },
  ])
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headerRefs(names),
    content: {
      [versions[version].contentType]: {
        schema: writer.write(versionFormats[version].errors),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** Renders an example of an error. The example of a validation error names a field. */
function renderErrorExample(version: VersionName, code: ErrorCode, status: number): Json {
  const [, type, message] = errorCodes[code]
  const field = status === 400 ? 'limit' : 'recipient.email'
  const apiError = new ApiError(
    code,
    type === 'validation_error'
      ? { status, fieldErrors: [{ code: code as 'invalid', param: field, message }] }
      : { status },
  )
  return JSON.parse(versions[version].renderError(apiError))
}
