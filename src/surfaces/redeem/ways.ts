import type { Language } from './words.ts'

/** Where the pages of one link are. A language that was asked for stays in the address. */
export interface Ways {
  /** The page of this name; the first one without. */
  to(page?: string): string
  /** The same in another language. */
  in(language: Language, page?: string): string
}

export function waysFrom(root: string, asked: Language | undefined): Ways {
  const at = (page: string | undefined, language: Language | undefined) => {
    const path = page === undefined || page === '' ? root : `${root}/${page}`
    if (language === undefined) return path
    return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
  }
  return {
    to: (page) => at(page, asked),
    in: (language, page) => at(page, language),
  }
}
