import { type FieldError, listCountries, listUsStates } from '#contract'
import type { ProductRules } from './destinations.ts'

/** Applies a change. Returns the rules in their stored form: codes in capital letters, sorted, each once. */
export function mergeRules(was: ProductRules, change: Partial<ProductRules>): ProductRules {
  const { destination_mode = was.destination_mode, minimum_age = was.minimum_age } = change
  const previous = destination_mode === 'all' ? [] : was.destinations
  const destinations = [...new Set((change.destinations ?? previous).map(toCode))].sort()
  return { destination_mode, destinations, minimum_age }
}

const toCode = (text: string) => text.trim().toUpperCase()

/** Returns the errors of merged rules. */
export function validateRules({ destination_mode, destinations }: ProductRules): FieldError[] {
  const addError = (
    code: 'required' | 'invalid' | 'not_allowed',
    message: string,
  ): FieldError[] => [{ code, param: 'destinations', message }]
  const known = knownDestinations()
  const unknown = destinations.filter((code) => !known.has(code))
  if (unknown.length > 0)
    return addError(
      'invalid',
      `must be codes of countries such as DE, or of US states such as US-CA; unknown: ${unknown.slice(0, 5).join(', ')}`,
    )
  if (destination_mode === 'all' && destinations.length > 0)
    return addError('not_allowed', needsModeMessage)
  if (destination_mode !== 'all' && destinations.length === 0)
    return addError('required', needsDestinationMessage)
  return []
}

const knownDestinations = (): ReadonlySet<string> =>
  new Set([...listCountries(), ...listUsStates().map(({ code }) => `US-${code}`)])

const needsModeMessage = 'need the mode allow or deny; with the mode all a product goes everywhere'
const needsDestinationMessage = 'must name at least one country; choose the mode all for everywhere'
