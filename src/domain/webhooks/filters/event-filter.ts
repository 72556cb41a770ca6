import { type ASTNode, Environment } from '@marcbachmann/cel-js'
import type { FieldError } from '#contract'
import { estimateSteps, findForbidden } from './filter-cost.ts'

/*
 * Filters of endpoints, in the Common Expression Language (CEL). An expression has two variables:
 *
 * - `event`  `event.type`, `event.id` and `event.version`, which is the payload version
 * - `body`   the JSON of the request, as the endpoint receives it
 *
 * The library has no limit of time. Expressions therefore have no functions whose time can grow faster than the body, such
 * as regular expressions, and a limit on the steps that they can take (filter-cost.ts). What is slow in spite of that is ended
 * by those who compute filters (time-limit.ts).
 */

/** The longest expression, in characters. The column has the same limit. */
const maxFilterLength = 1_000

interface FilteredEvent {
  event_id: string
  event_type: string
  payload_version: string
}

/** What a filter says of an event. An event whose filter fails is sent, so that a mistake loses nothing. */
export type FilterResult =
  | { kind: 'matches' }
  | { kind: 'left_out' }
  | { kind: 'failed'; reason: string }

export interface EventFilter {
  /** Computes whether an event matches, and never throws. */
  judge(event: FilteredEvent, body: Buffer): FilterResult
}

const environment = new Environment({
  unlistedVariablesAreDyn: false,
  homogeneousAggregateLiterals: false,
  limits: {
    maxAstNodes: 300,
    maxDepth: 30,
    maxListElements: 100,
    maxMapEntries: 20,
    maxCallArguments: 3,
  },
})
  .registerVariable({
    name: 'event',
    schema: { type: 'string', id: 'string', version: 'string' },
  })
  .registerVariable('body', 'dyn')

/** The most steps of an expression. One with nearly as many took 0.6 ms of CPU time for a body of 79 kB, a hostile one 14 ms. */
const maxSteps = 1_000

/** Returns why an expression cannot be a filter: its syntax, its functions, its steps or its type. */
export function validateFilter(expression: string): FieldError[] {
  if (expression.trim() === '')
    return [invalid('must not be empty. Use null for an endpoint that receives every event')]
  if (expression.length > maxFilterLength)
    return [
      {
        code: 'too_long',
        param: 'filter',
        message: `must be at most ${maxFilterLength} characters`,
      },
    ]
  const parsed = parse(expression)
  if (typeof parsed === 'string') return [invalid(`must be a CEL expression: ${parsed}`)]
  const forbidden = findForbidden(parsed.ast)
  if (forbidden !== undefined) return [invalid(forbidden)]
  if (estimateSteps(parsed.ast) > maxSteps)
    return [
      invalid('takes too many steps. Compare fewer values, or test a list with fewer conditions'),
    ]
  const { valid, type, error } = parsed.check()
  if (!valid) return [invalid(`must be a CEL expression: ${firstLine(error)}`)]
  return type === 'bool' || type === 'dyn'
    ? []
    : [
        invalid(
          `must be true or false for each event, such as event.type == "gift_request_created"; this one is ${article(type)}`,
        ),
      ]
}

/** Compiles a valid expression. One that is not valid fails for each event. */
export function compileFilter(expression: string): EventFilter {
  const [problem] = validateFilter(expression)
  const parsed = problem === undefined ? parse(expression) : problem.message
  if (typeof parsed === 'string') return { judge: () => ({ kind: 'failed', reason: parsed }) }
  return {
    judge({ event_id: id, event_type: type, payload_version: version }, body) {
      try {
        const result = parsed({ event: { id, type, version }, body: JSON.parse(body.toString()) })
        if (typeof result === 'boolean') return { kind: result ? 'matches' : 'left_out' }
        return {
          kind: 'failed',
          reason: `the result is ${String(result).slice(0, 100)}, not true or false`,
        }
      } catch (error) {
        return { kind: 'failed', reason: firstLine(error) }
      }
    },
  }
}

type Parsed = ReturnType<Environment['parse']> & { ast: ASTNode }

/** Returns the parsed expression, or the reason why it has no meaning. */
function parse(expression: string): Parsed | string {
  try {
    return environment.parse(expression) as Parsed
  } catch (error) {
    return firstLine(error)
  }
}

/** Returns the message of the library without its picture of the place. */
const firstLine = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n')[0] ?? '').slice(0, 200)
}

const article = (type: unknown): string => `of the type ${String(type)}`

const invalid = (message: string): FieldError => ({ code: 'invalid', param: 'filter', message })
