import type { JsonSchemaType, jsonSchemaValidator } from '@modelcontextprotocol/server'
import { compileValidator, type FieldError } from '#contract'

/**
 * Validates the input of tools. Each error names its member. The error of an unknown member also lists the
 * known members.
 */
export const inputValidator: jsonSchemaValidator = {
  getValidator: <T>(schema: JsonSchemaType) => {
    const check = compileValidator(schema as object)
    return (input: unknown) => {
      const problems = check(input)
      return problems.length === 0
        ? { valid: true as const, data: input as T, errorMessage: undefined }
        : { valid: false as const, data: undefined, errorMessage: toMessage(problems, schema) }
    }
  },
}

/**
 * The maximum number of errors in a response. It is sufficient even if an agent sends a thousand unknown
 * members.
 */
const maxProblems = 20

function toMessage(problems: readonly FieldError[], schema: unknown): string {
  const lines = problems.slice(0, maxProblems).map((problem) => toSentence(problem, schema))
  const left = problems.length - lines.length
  return [...lines, ...(left > 0 ? [`${left} more errors`] : [])].join('; ')
}

function toSentence({ code, param = '', message }: FieldError, schema: unknown): string {
  if (code !== 'unknown_parameter') return `${param === '' ? 'the input' : param}: ${message}`
  const names = listMembers(schema, param.split('.').slice(0, -1))
  const allowed = names.length === 0 ? 'no members are allowed' : `allowed: ${names.join(', ')}`
  return `${param}: is not a member of the input; ${allowed}`
}

interface Level {
  properties?: Record<string, unknown>
  items?: unknown
}

/** Lists the members of the object at a path in the schema. */
function listMembers(schema: unknown, path: readonly string[]): string[] {
  let level = schema as Level | undefined
  for (const step of path)
    level = (/^\d+$/.test(step) ? level?.items : level?.properties?.[step]) as Level | undefined
  return Object.keys(level?.properties ?? {})
}
