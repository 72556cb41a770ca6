import { Refusal } from './errors.ts'

const deepest = 32 // the contract's own bodies are six levels deep
const most = 50_000 // values; a batch of a hundred of the largest gift requests has some 22,000

const tooDeep = () =>
  new Refusal('invalid_json', { message: `The body is nested deeper than ${deepest} levels.` })

/**
 * The same bound on the text, before it is parsed: half a million brackets take a parser a hundred times as long as
 * as many letters. Whether it is JSON at all is not looked at.
 */
export function refuseDeepText(text: string): void {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at++
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === openBracket || code === openBrace) {
      if (++depth > deepest) throw tooDeep()
    } else if (code === closeBracket || code === closeBrace) depth--
  }
}

const [quote, backslash] = [34, 92]
const [openBracket, closeBracket] = [91, 93]
const [openBrace, closeBrace] = [123, 125]

/**
 * Refuses JSON that is deeper or has more in it than anything the contract asks for. What looks at
 * bodies later may then call itself, and look at every value.
 */
export function refuseBeyondBounds(value: unknown, maxValues = most): void {
  let level: unknown[] = [value]
  let count = 1
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw tooDeep()
    const next: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      const inside = Array.isArray(each) ? each : Object.values(each)
      count += inside.length
      if (count > maxValues)
        throw new Refusal('payload_too_large', {
          message: `The body holds more than ${maxValues.toLocaleString('en')} values.`,
        })
      for (const one of inside) next.push(one)
    }
    level = next
  }
}
