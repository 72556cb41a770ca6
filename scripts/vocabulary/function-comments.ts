/** A comment of a function that does not begin with a verb. */
export interface FunctionComment {
  line: number
  name: string
  comment: string
}

const parameters = String.raw`(?:async )?(?:<[^>\n]*>)?\((?=[^()]*(?:\([^()]*\)[^()]*)*\)[^=;\n]*=>)`

/**
 * Matches a comment and the name of the function below it: a declaration, an arrow function, a method, or a
 * member of an interface.
 */
const documented = new RegExp(
  String.raw`^[ \t]*\/\*\*((?:(?!\*\/)[^])*)\*\/\s*\n\s*(?:export )?(?:default )?` +
    String.raw`(?:(?:async )?function\*? ?(\w+)|const (\w+) =\s*${parameters}` +
    String.raw`|(?:async |private |readonly )*(\w+)(?:<[^>\n]*>)?\(|(\w+)\??: ${parameters})`,
  'gm',
)

/** The words before `(` that are no names of functions. */
const keywords = ['if', 'for', 'while', 'switch', 'return', 'it', 'describe', 'test']

/** Words that end like a verb in the third person. */
const otherWords = ['This', 'Its', 'Always', 'Users', 'Gifts', 'Times', 'Others']

/**
 * Finds the comments of functions that do not begin with a verb in the third person, such as `Returns`. A component
 * is a thing, so its comment may begin with a noun.
 */
export function findNounComments(code: string): FunctionComment[] {
  return [...code.matchAll(documented)].flatMap(({ 1: text = '', index, ...match }) => {
    const name = match[2] ?? match[3] ?? match[4] ?? match[5] ?? ''
    const comment = text.replace(/^\s*\* ?/gm, '').trim()
    const [first = ''] = comment.split(/[\s,.:]/)
    const isVerb = /^[A-Z][a-z]+s$/.test(first) && !otherWords.includes(first)
    if (isVerb || /^[A-Z]/.test(name) || keywords.includes(name) || comment.startsWith('@'))
      return []
    return [{ line: code.slice(0, index).split('\n').length, name, comment }]
  })
}
