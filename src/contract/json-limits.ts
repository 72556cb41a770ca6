import { ApiError } from './api-error.ts'

const maxDepth = 32 // the contract's bodies are six levels deep
const defaultMaxValues = 50_000 // a batch of a hundred of the largest gift requests has about 22,000
const defaultMaxEntries = 1_000 // of one list or object; the contract's largest list has 500

const createDepthError = () =>
  new ApiError('invalid_json', { message: `The body is nested deeper than ${maxDepth} levels.` })

/**
 * Checks the depth of the text before parsing: half a million brackets take a parser a hundred times as long as the
 * same number of letters. Does not check whether the text is valid JSON.
 */
export function assertTextDepth(text: string): void {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at++
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === openBracket || code === openBrace) {
      if (++depth > maxDepth) throw createDepthError()
    } else if (code === closeBracket || code === closeBrace) depth--
  }
}

const [quote, backslash] = [34, 92]
const [openBracket, closeBracket] = [91, 93]
const [openBrace, closeBrace] = [123, 125]

/** Limits of a body: the total number of values, and the entries of one list or object. */
export interface JsonLimits {
  maxValues?: number
  maxEntries?: number
}

/**
 * Rejects JSON that is deeper or larger than any body of the contract. Validation can then recurse and visit every
 * value: an error for each of fifty thousand members would take a second.
 */
export function assertJsonLimits(
  value: unknown,
  { maxValues = defaultMaxValues, maxEntries = defaultMaxEntries }: JsonLimits = {},
): void {
  let level: unknown[] = [value]
  let count = 1
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw createDepthError()
    const next: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      const inside = Array.isArray(each) ? each : Object.values(each)
      count += inside.length
      if (count > maxValues)
        throw new ApiError('payload_too_large', {
          message: `The body holds more than ${maxValues.toLocaleString('en')} values.`,
        })
      if (inside.length > maxEntries)
        throw new ApiError('payload_too_large', {
          message: `A list or object of the body holds more than ${maxEntries.toLocaleString('en')} entries.`,
        })
      for (const one of inside) next.push(one)
    }
    level = next
  }
}
