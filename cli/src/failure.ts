import { CommanderError } from '@commander-js/extra-typings'
import pc from 'picocolors'
import type { Context } from './context.ts'
import { type FieldError, isBestowError } from './sdk.ts'

/** What is wrong on this side: a file that is not there, an option that makes no sense. */
export class Misuse extends Error {
  readonly code: string
  readonly param: string | undefined

  constructor(message: string, param?: string, code = 'invalid') {
    super(message)
    this.name = 'Misuse'
    this.code = code
    this.param = param
  }
}

/** Several things at once, already in the shape of the API. */
export class Refused extends Error {
  readonly errors: readonly FieldError[]

  constructor(errors: readonly FieldError[]) {
    super(errors[0]?.message ?? 'refused')
    this.name = 'Refused'
    this.errors = errors
  }
}

const mostTold = 20

/** Says on standard error what went wrong: in the shape of the API's errors, or in words for people. */
export function tellFailure(
  error: unknown,
  { isJson, err }: Pick<Context, 'isJson' | 'err'>,
): void {
  const errors = problemsOf(error)
  if (isJson) err(JSON.stringify({ errors }))
  if (isJson || error instanceof CommanderError) return // which has spoken already
  for (const one of errors.slice(0, mostTold))
    err(pc.red(`✖ ${[one.param, one.message].join(' ').trim()}`))
  if (errors.length > mostTold) err(pc.red(`… and ${errors.length - mostTold} more`))
  if (isBestowError(error) && error.requestId !== undefined) err(pc.dim(error.requestId))
}

/** Whether a command of this package has thrown it, or the service behind one. */
export const isClientError = (error: unknown): boolean =>
  error instanceof Refused || error instanceof Misuse || isBestowError(error)

/** The problems of whatever was thrown. */
export function problemsOf(error: unknown): readonly FieldError[] {
  if (error instanceof Refused) return error.errors
  if (isBestowError(error) && error.errors.length > 0) return error.errors
  if (error instanceof CommanderError) return [usageError(error)]
  if (error instanceof Misuse) {
    const { code, message, param } = error
    return [{ type: 'validation_error', code, message, ...(param === undefined ? {} : { param }) }]
  }
  const message = error instanceof Error ? error.message : String(error)
  return [
    {
      type: 'server_error',
      code: isBestowError(error) ? 'unavailable' : 'internal_error',
      message,
    },
  ]
}

const usageCodes: Readonly<Record<string, string>> = {
  'commander.missingMandatoryOptionValue': 'required',
  'commander.optionMissingArgument': 'required',
  'commander.missingArgument': 'required',
  'commander.unknownOption': 'unknown_parameter',
  'commander.unknownCommand': 'unknown_parameter',
}

function usageError({ code, message }: CommanderError): FieldError {
  const [, param] = /'(?:-\w, )?(--[a-z-]+)/.exec(message) ?? []
  return {
    type: 'validation_error',
    code: usageCodes[code] ?? 'invalid',
    message: message.replace(/^error: /, ''),
    ...(param === undefined ? {} : { param }),
  }
}
