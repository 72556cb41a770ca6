import { Refusal } from './errors.ts'

const deepest = 32 // the contract's own bodies are six levels deep
const most = 50_000 // values; a batch of a hundred of the largest gift requests has some 22,000

/**
 * Refuses JSON that is deeper or has more in it than anything the contract asks for. What looks at
 * bodies later may then call itself, and look at every value.
 */
export function refuseBeyondBounds(value: unknown): void {
  let level: unknown[] = [value]
  let count = 1
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest)
      throw new Refusal('invalid_json', {
        message: `The body is nested deeper than ${deepest} levels.`,
      })
    const next: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      const inside = Array.isArray(each) ? each : Object.values(each)
      count += inside.length
      if (count > most)
        throw new Refusal('payload_too_large', {
          message: `The body holds more than ${most.toLocaleString('en')} values.`,
        })
      for (const one of inside) next.push(one)
    }
    level = next
  }
}
