import type { Language } from '../i18n/translations.ts'

/** Where the pages of one link are. A language that was asked for stays in the address. */
export interface PageUrls {
  /** The page of this name; the first one without. */
  to(page?: string): string
  /** The same in another language. */
  inLanguage(language: Language, page?: string): string
  /** The same pages with these members in each query. */
  withQuery(query: Readonly<Record<string, string>>): PageUrls
}

export function createPageUrls(
  root: string,
  requestedLanguage: Language | undefined,
  extraQuery: Readonly<Record<string, string>> = {},
): PageUrls {
  const build = (page: string | undefined, language: Language | undefined) => {
    const hasName = page !== undefined && page !== '' && !page.startsWith('?')
    const path = hasName ? `${root}/${page}` : `${root}${page ?? ''}`
    const query = new URLSearchParams({
      ...(language === undefined ? {} : { lang: language }),
      ...extraQuery,
    }).toString()
    if (query === '') return path
    return `${path}${path.includes('?') ? '&' : '?'}${query}`
  }
  return {
    to: (page) => build(page, requestedLanguage),
    inLanguage: (language, page) => build(page, language),
    withQuery: (query) => createPageUrls(root, requestedLanguage, query),
  }
}
