import { type ErrorCode, errorCodes } from '#contract'
import { operations } from '#contract/operations'

/** The error classes of both client libraries, by status. */
const errorClasses: Readonly<Record<number, string>> = {
  400: 'ValidationError',
  403: 'PermissionError',
  404: 'NotFoundError',
  409: 'ConflictError',
  422: 'ValidationError',
}

/**
 * Returns the lines of a method's doc comment about its scope and its errors. Leaves out the errors that
 * every operation can return.
 */
export function describeErrors(id: string): string[] {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) return []
  const { scope, isStagingOnly } = operation
  const codesByClass = new Map<string, Set<string>>()
  for (const { code } of operation.errors) {
    const name = errorClasses[errorCodes[code as ErrorCode][0]]
    if (name === undefined) continue
    const codes = codesByClass.get(name) ?? new Set<string>()
    codesByClass.set(name, codes.add(code))
  }
  const errors = [...codesByClass].map(([name, codes]) =>
    isPlain(name) ? name : `${name} (${[...codes].join(', ')})`,
  )
  return [
    ...(isStagingOnly === true ? ['In staging only.'] : []),
    ...(scope === null ? [] : [`Scope: \`${scope}\`.`]),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.join('; ')}.`]),
  ]
}

/**
 * Returns whether the name of an error class needs no explanation. The codes of such a
 * class are about single fields.
 */
const isPlain = (name: string) => name === 'ValidationError' || name === 'NotFoundError'

/** Breaks a text into lines between words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
