/** A block of code in a document. */
export interface CodeBlock {
  /** The document, from the root of the repository. */
  path: string
  language: string
  code: string
}

/** All blocks of code in a document, in their order. */
export function extractBlocks(path: string, text: string): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    path,
    language,
    code,
  }))
}

/** The only block of this language that holds the words. */
export function findBlock(blocks: readonly CodeBlock[], language: string, text = ''): string {
  const matches = blocks.filter((each) => each.language === language && each.code.includes(text))
  const [only] = matches
  if (only === undefined || matches.length > 1)
    throw new Error(`there are ${matches.length} blocks of ${language} with '${text}'`)
  return only.code
}
