import { CommanderError } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { isClientError, toFieldErrors } from '#cli/errors'
import { ApiError, type ErrorCode, errorCodes, type WireError } from '#contract/api-error'
import { ConfigError } from '#platform/config/config'
import { isUnavailable } from '#platform/postgres/database'
import type { Session } from './session.ts'

/** Prints an error to standard error: with --json in the format of the API, and otherwise as text. */
export function printError(error: unknown, { isJson, err }: Session): void {
  const errors = toWireErrors(error)
  if (isJson) err(JSON.stringify({ errors }))
  else if (error instanceof CommanderError)
    return // commander has already printed the error
  else if (error instanceof ConfigError) err(pc.red(error.message))
  else for (const one of errors) err(pc.red(`✖ ${[one.param, one.message].join(' ').trim()}`))
}

function toWireErrors(error: unknown): readonly WireError[] {
  if (isClientError(error)) return toFieldErrors(error) as readonly WireError[]
  if (error instanceof ApiError) return error.errors()
  if (error instanceof CommanderError) return [usageError(error)]
  if (error instanceof ConfigError)
    return error.problems.map(({ variable, problem }) => wire('invalid', problem, variable))
  const message = error instanceof Error ? errorMessage(error) : String(error)
  return [wire(isUnavailable(error) ? 'unavailable' : 'internal_error', message)]
}

const usageCodes: Readonly<Record<string, ErrorCode>> = {
  'commander.missingMandatoryOptionValue': 'required',
  'commander.optionMissingArgument': 'required',
  'commander.missingArgument': 'required',
  'commander.unknownOption': 'unknown_parameter',
  'commander.unknownCommand': 'unknown_parameter',
}

function usageError({ code, message }: CommanderError): WireError {
  const [, param] = /'(?:-\w, )?(--[a-z-]+)/.exec(message) ?? []
  return wire(usageCodes[code] ?? 'invalid', message.replace(/^error: /, ''), param)
}

const wire = (code: ErrorCode, message: string, param?: string): WireError => ({
  type: errorCodes[code][1],
  code,
  message,
  ...(param === undefined ? {} : { param }),
})

/** Returns the message of an error. Joins the messages of a connection that failed at several addresses. */
const errorMessage = (error: Error): string =>
  error.message ||
  (error instanceof AggregateError ? error.errors.map((one) => String(one)).join('; ') : error.name)
