/** A code block of a document. */
export interface CodeBlock {
  /** the path of the document from the root of the repository */
  path: string
  language: string
  code: string
}

/** Returns all code blocks of a document in order. */
export function extractBlocks(path: string, text: string): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    path,
    language,
    code,
  }))
}

/** Finds the only block of a language that contains a text. Throws unless exactly one block matches. */
export function findBlock(blocks: readonly CodeBlock[], language: string, text = ''): string {
  const matches = blocks.filter((each) => each.language === language && each.code.includes(text))
  const [only] = matches
  if (only === undefined || matches.length > 1)
    throw new Error(`expected one ${language} block with '${text}', found ${matches.length}`)
  return only.code
}
