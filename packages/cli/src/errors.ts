import { CommanderError } from '@commander-js/extra-typings'
import pc from 'picocolors'
import type { CliContext } from './context.ts'
import { type FieldError, isBestowError } from './sdk.ts'

/** An error that the user can fix, such as a missing file or a contradictory option. */
export class UsageError extends Error {
  readonly code: string
  readonly param: string | undefined

  constructor(message: string, param?: string, code = 'invalid') {
    super(message)
    this.name = 'UsageError'
    this.code = code
    this.param = param
  }
}

/** An error that contains several errors in the format of the API. */
export class ApiErrors extends Error {
  readonly errors: readonly FieldError[]

  constructor(errors: readonly FieldError[]) {
    super(errors[0]?.message ?? 'rejected')
    this.name = 'ApiErrors'
    this.errors = errors
  }
}

const maxPrintedErrors = 20

/** Prints an error on standard error, either in the error format of the API or as text. */
export function printError(
  error: unknown,
  { isJson, err }: Pick<CliContext, 'isJson' | 'err'>,
): void {
  const errors = toFieldErrors(error)
  if (isJson) err(JSON.stringify({ errors }))
  if (isJson || error instanceof CommanderError) return // commander has already printed this error
  for (const fieldError of errors.slice(0, maxPrintedErrors))
    err(pc.red(`✖ ${[fieldError.param, fieldError.message].join(' ').trim()}`))
  if (errors.length > maxPrintedErrors)
    err(pc.red(`… and ${errors.length - maxPrintedErrors} more`))
  if (isBestowError(error) && error.requestId !== undefined) err(pc.dim(error.requestId))
}

/** Returns whether an error comes from the commands of this package or from the service that they call. */
export const isClientError = (error: unknown): boolean =>
  error instanceof ApiErrors || error instanceof UsageError || isBestowError(error)

/** Converts any error to a list of errors in the format of the API. */
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
