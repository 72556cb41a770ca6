import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FieldCode, Problem } from './errors.ts'
import { isEmail, isMoment } from './formats.ts'
import { singleLine, singleLineRemedy } from './normalize.ts'

/** Says everything that is wrong with the shape of a value; an empty list when nothing is. */
export type Shape = (value: unknown) => Problem[]

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  formats: { email: isEmail, 'date-time': isMoment, uri: true, uuid: true },
})

/**
 * Compiles a schema once, when it is first asked: half of them are not by most processes, and compiling
 * took a quarter of the time to start. Its answers name fields by dot path and tell the remedy in a fragment.
 */
export function shapeOf(schema: object): Shape {
  let check: ValidateFunction | undefined
  return (value) => {
    check ??= ajv.compile(schema)
    const stored = textProblems(value, '')
    if (check(value)) return stored
    const problems = (check.errors ?? []).map(problemOf).filter((problem) => problem !== undefined)
    const named = new Set(problems.map(({ param }) => param))
    return unique([...problems, ...stored.filter(({ param }) => !named.has(param))])
  }
}

/** One problem for each field and code: a value that breaks two rules of one kind is told once. */
function unique(problems: readonly Problem[]): Problem[] {
  const seen = new Map(problems.map((problem) => [`${problem.param} ${problem.code}`, problem]))
  return [...seen.values()]
}

function problemOf(error: ErrorObject): Problem | undefined {
  const at = pathOf(error.instancePath)
  const inside = (name: unknown) => join(at, String(name))
  const limit = error.params.limit
  switch (error.keyword) {
    case 'required':
      return told('required', inside(error.params.missingProperty), 'is required')
    case 'dependentRequired':
      return told(
        'required',
        inside(error.params.missingProperty),
        `is required together with ${error.params.property}`,
      )
    case 'additionalProperties':
      return told(
        'unknown_parameter',
        inside(error.params.additionalProperty),
        'is not a parameter of this operation',
      )
    case 'propertyNames':
      return told(
        'too_long',
        inside(error.params.propertyName),
        'has a name that is empty or longer than 40 characters',
      )
    case 'maxLength':
      return error.propertyName === undefined
        ? told('too_long', at, `must be at most ${limit} characters`)
        : undefined
    case 'minLength':
      if (error.propertyName !== undefined) return undefined
      return error.data === ''
        ? told('required', at, 'must not be empty')
        : told('invalid', at, `must be at least ${limit} characters`)
    case 'maxItems':
      return told('too_many', at, `must hold at most ${limit} entries`)
    case 'maxProperties':
      return told('too_many', at, `must hold at most ${limit} pairs`)
    case 'minItems':
      return told(
        'invalid',
        at,
        `must hold at least ${limit === 1 ? 'one entry' : `${limit} entries`}`,
      )
    case 'type':
      return error.data === null
        ? told('required', at, 'must not be null')
        : told('invalid', at, `must be ${article(String(error.params.type))}`)
    case 'format':
      return told(
        'invalid_format',
        at,
        formatRemedy[error.params.format as string] ?? 'has the wrong form',
      )
    case 'pattern':
      return told('invalid_format', at, patternRemedy(error))
    case 'enum':
      return told('invalid', at, `must be one of ${error.params.allowedValues.join(', ')}`)
    case 'minimum':
      return told('invalid', at, `must be at least ${limit}`)
    case 'maximum':
      return told('invalid', at, `must be at most ${limit}`)
    default:
      return told('invalid', at, error.message ?? 'is not valid')
  }
}

const patternRemedy = ({ params, parentSchema }: ErrorObject): string =>
  params.pattern === singleLine.pattern
    ? singleLineRemedy
    : (parentSchema?.description ?? 'has the wrong form')

const formatRemedy: Record<string, string> = {
  email: 'must be an e-mail address such as ada@example.com',
  'date-time': 'must be a moment such as 2026-05-01T10:30:00.000Z',
}

const told = (code: FieldCode, param: string, message: string): Problem => ({
  code,
  param,
  message,
})

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

const join = (at: string, name: string) => (at === '' ? name : `${at}.${name}`)

/** From a JSON pointer to the dot path of the error table. */
const pathOf = (pointer: string) =>
  pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** Text that no database can hold (a NUL, half a surrogate pair) is refused where it stands. */
function textProblems(value: unknown, at: string): Problem[] {
  if (typeof value === 'string') {
    return unstorable.test(value)
      ? [told('invalid', at, 'contains a character that is not text')]
      : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(unstorable.test(name) ? [told('invalid', at, 'has a name that is not text')] : []),
    ...textProblems(inner, join(at, name)),
  ])
}
