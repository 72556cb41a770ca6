import { throwIfAny } from '#contract'
import { toOneLine } from '#contract/one-line'

const maxLength = 255

/** Validates the name of a group. Names that differ only in case or white space have the same key. */
export function parseGroupName(text: string, param: string): { name: string; name_key: string } {
  const name = toOneLine(text)
  if (name === '') throwIfAny([{ code: 'required', param, message: 'must not be empty' }])
  if (name.length > maxLength)
    throwIfAny([{ code: 'too_long', param, message: `must have at most ${maxLength} characters` }])
  return { name, name_key: toGroupKey(name) }
}

export const toGroupKey = (name: string): string => toOneLine(name).toLowerCase()
