import { CommanderError } from '@commander-js/extra-typings'
import pc from 'picocolors'
import type { CliContext } from './context.ts'
import { type FieldError, isBestowError } from './sdk.ts'

/** What is wrong on this side: a file that is not there, an option that makes no sense. */
export class UsageError extends Error {
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
export class ApiErrors extends Error {
  readonly errors: readonly FieldError[]

  constructor(errors: readonly FieldError[]) {
    super(errors[0]?.message ?? 'refused')
    this.name = 'Refused'
    this.errors = errors
  }
}

const maxPrintedErrors = 20

/** Says on standard error what went wrong: in the shape of the API's errors, or in words for people. */
export function printError(
  error: unknown,
  { isJson, err }: Pick<CliContext, 'isJson' | 'err'>,
): void {
  const errors = toFieldErrors(error)
  if (isJson) err(JSON.stringify({ errors }))
  if (isJson || error instanceof CommanderError) return // which has spoken already
  for (const fieldError of errors.slice(0, maxPrintedErrors))
    err(pc.red(`✖ ${[fieldError.param, fieldError.message].join(' ').trim()}`))
  if (errors.length > maxPrintedErrors)
    err(pc.red(`… and ${errors.length - maxPrintedErrors} more`))
  if (isBestowError(error) && error.requestId !== undefined) err(pc.dim(error.requestId))
}

/** Whether a command of this package has thrown it, or the service behind one. */
export const isClientError = (error: unknown): boolean =>
  error instanceof ApiErrors || error instanceof UsageError || isBestowError(error)

/** The problems of whatever was thrown. */
export function toFieldErrors(error: unknown): readonly FieldError[] {
  if (error instanceof ApiErrors) return error.errors
  if (isBestowError(error) && error.errors.length > 0) return error.errors
  if (error instanceof CommanderError) return [fromCommanderError(error)]
  if (error instanceof UsageError) {
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

const commanderErrorCodes: Readonly<Record<string, string>> = {
  'commander.missingMandatoryOptionValue': 'required',
  'commander.optionMissingArgument': 'required',
  'commander.missingArgument': 'required',
  'commander.unknownOption': 'unknown_parameter',
  'commander.unknownCommand': 'unknown_parameter',
}

function fromCommanderError({ code, message }: CommanderError): FieldError {
  const [, param] = /'(?:-\w, )?(--[a-z-]+)/.exec(message) ?? []
  return {
    type: 'validation_error',
    code: commanderErrorCodes[code] ?? 'invalid',
    message: message.replace(/^error: /, ''),
    ...(param === undefined ? {} : { param }),
  }
}
