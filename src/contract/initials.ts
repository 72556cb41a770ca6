/**
 * Returns the initials of a person or a company: of the first and the last word in scripts with capital letters,
 * and the first character in other scripts, where two would join or read as a word. Returns an empty text for
 * a name without letters.
 */
export function initials(name: string): string {
  const words = name.split(/[\s\p{P}]+/u).flatMap((word) => {
    const [first = ''] = new Intl.Segmenter(undefined).segment(word)
    return typeof first === 'object' && /\p{L}/u.test(first.segment) ? [first.segment] : []
  })
  const [first = ''] = words
  const hasCapitals = /^\p{L}/u.test(first) && first.toLowerCase() !== first.toUpperCase()
  return (hasCapitals && words.length > 1 ? `${first}${words.at(-1)}` : first).toUpperCase()
}
