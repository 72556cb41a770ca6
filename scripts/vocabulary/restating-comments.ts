/** A comment that says no more than the declaration below it. */
export interface RestatingComment {
  line: number
  comment: string
}

/** Words that have no meaning of their own in a comment. */
const emptyWords = new Set(
  `a all an and any are as at be can each for from has have in into is it its number of on one or some that the their them
  these they this to type was were what which whose with`.split(/\s+/),
)

/** The verbs of functions: a name such as `rate` says that it returns a rate. */
const leadingVerbs = /^(Builds|Creates|Finds|Gets|Lists|Reads|Renders|Returns|Sets) /

const toStem = (word: string) =>
  word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(ing|ed|es|s)$/, '')
    .replace(/e$/, '')

const toStems = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}0-9]+/u)
    .filter((word) => word !== '')
    .map(toStem)

/** A pattern for a comment of one sentence, and the first line of the declaration below it. */
const documented =
  /\/\*\* ((?:The|A|An|All|Builds|Creates|Finds|Gets|Lists|Reads|Renders|Returns|Sets) [^\n.]*)\. \*\/\n([^\n]*)/g

/** Finds comments of one sentence whose words are all in their declaration. */
export function findRestatingComments(code: string): RestatingComment[] {
  return [...code.matchAll(documented)].flatMap(
    ({ 0: all, 1: comment = '', 2: declaration = '', index }) => {
      const known = new Set(toStems(declaration))
      const words = comment
        .replace(leadingVerbs, '')
        .split(/[^\p{L}0-9]+/u)
        .filter((word) => word !== '' && !emptyWords.has(word.toLowerCase()))
      if (all.includes('`') || !words.every((word) => known.has(toStem(word)))) return []
      return [{ line: code.slice(0, index).split('\n').length, comment }]
    },
  )
}
