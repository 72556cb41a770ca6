/** A member whom a comment can mention. */
export interface Mentionable {
  id: string
  name: string
}

/** The longest name that the completion looks for, in characters. */
const maxTyped = 40

/** Returns what the user has typed after the last @ before the caret; undefined outside of a mention. */
export function findTyped(beforeCaret: string): string | undefined {
  const at = beforeCaret.lastIndexOf('@')
  const typed = beforeCaret.slice(at + 1)
  if (at === -1 || typed.length > maxTyped || typed.includes('\n')) return undefined
  return isMention(beforeCaret, at) ? typed : undefined
}

/** Returns whether the @ at this place begins a mention, also in scripts without spaces. In an email address, it does not. */
const isMention = (text: string, at: number): boolean => !/[\w.+-]$/.test(text.slice(0, at))

/** Returns at most eight members whose name, or a later word of it, begins with the typed text. */
export function suggest<M extends Mentionable>(typed: string, members: readonly M[]): M[] {
  const wanted = fold(typed)
  return members
    .filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`) && fold(name) !== wanted.trim())
    .slice(0, 8)
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the members whose names stand after an @. The longest name wins: @Ada Lee does not mention Ada. */
export function findMentions<M extends Mentionable>(text: string, members: readonly M[]): M[] {
  const longestFirst = members.toSorted((a, b) => b.name.length - a.name.length)
  const found = new Set<M>()
  for (const { index } of text.matchAll(/@/g)) {
    if (!isMention(text, index)) continue
    const rest = text.slice(index + 1)
    const member = longestFirst.find(
      ({ name }) =>
        name !== '' && rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)),
    )
    if (member !== undefined) found.add(member)
  }
  return [...found]
}
