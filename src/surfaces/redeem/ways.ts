import type { Language } from './words.ts'

/** Where the pages of one link are. A language that was asked for stays in the address. */
export interface Ways {
  /** The page of this name; the first one without. */
  to(page?: string): string
  /** The same in another language. */
  in(language: Language, page?: string): string
  /** The same pages with these members in each query. */
  with(query: Readonly<Record<string, string>>): Ways
}

export function waysFrom(
  root: string,
  asked: Language | undefined,
  more: Readonly<Record<string, string>> = {},
): Ways {
  const at = (page: string | undefined, language: Language | undefined) => {
    const hasName = page !== undefined && page !== '' && !page.startsWith('?')
    const path = hasName ? `${root}/${page}` : `${root}${page ?? ''}`
    const query = new URLSearchParams({
      ...(language === undefined ? {} : { lang: language }),
      ...more,
    }).toString()
    if (query === '') return path
    return `${path}${path.includes('?') ? '&' : '?'}${query}`
  }
  return {
    to: (page) => at(page, asked),
    in: (language, page) => at(page, language),
    with: (query) => waysFrom(root, asked, query),
  }
}
