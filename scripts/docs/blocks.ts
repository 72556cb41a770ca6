/** A block of code in a document. */
export interface Block {
  /** The document, from the root of the repository. */
  path: string
  language: string
  code: string
}

/** All blocks of code in a document, in their order. */
export function blocksOf(path: string, text: string): Block[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    path,
    language,
    code,
  }))
}

/** The only block of this language that holds the words. */
export function blockWith(blocks: readonly Block[], language: string, words = ''): string {
  const found = blocks.filter((each) => each.language === language && each.code.includes(words))
  const [only] = found
  if (only === undefined || found.length > 1)
    throw new Error(`there are ${found.length} blocks of ${language} with '${words}'`)
  return only.code
}
