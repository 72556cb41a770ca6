/** The problem of an address, as far as the message of a carrier describes it. */
export type AddressProblem = 'house_number' | 'unit' | 'postal_code' | 'not_found'

// biome-ignore format: aligned columns
const patterns: readonly [AddressProblem, RegExp][] = [
  ['house_number', /house[ _]number|street number|primary number|no house/i],
  ['unit',         /\bapartment\b|\bapt\b|\bsuite\b|\bsecondary\b|\bunit number\b/i],
  ['postal_code',  /\bzip\b|\bzip[ _]?code\b|\bpost(al)?[ _]?code\b/i],
  ['not_found',    /address (was )?not found|address is (invalid|not valid)|invalid address|unknown address|insufficient address|find (this|the) address/i],
]

/**
 * Classifies the English message of a carrier, so that recipients can read about the problem in their
 * language. Returns undefined for any other message.
 */
export const classifyAddressProblem = (message: string): AddressProblem | undefined =>
  patterns.find(([, pattern]) => pattern.test(message))?.[0]
