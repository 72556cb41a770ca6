import { isDeepStrictEqual } from 'node:util'

/** Returns the members that differ between two versions of an object, with both values, as audit entries show them. */
export function pickChanged<Version extends object>(
  before: Version,
  after: Version,
  names = Object.keys(after) as (keyof Version)[],
): { before: Partial<Version>; after: Partial<Version> } {
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const pick = (version: Version) =>
    Object.fromEntries(changed.map((name) => [name, version[name]])) as Partial<Version>
  return { before: pick(before), after: pick(after) }
}
