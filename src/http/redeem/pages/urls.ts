import type { Language } from '#platform/lib/languages'

/**
 * The URLs of the pages of one link. If the visitor requested a language, the query of the URLs contains it.
 */
export interface PageUrls {
  /** Returns the URL of a page. Without a name, returns the URL of the first page. */
  to(page?: string): string
  /** Returns the URL of a page in another language. */
  inLanguage(language: Language, page?: string): string
  /** Returns URLs with additional query parameters. */
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
    withQuery: (query) => createPageUrls(root, requestedLanguage, { ...extraQuery, ...query }),
  }
}

/** Returns URLs whose first page is another one, such as that of the choice. */
export const startingAt = (urls: PageUrls, first: string): PageUrls => {
  const toPage = (page = '') => (page === '' || page.startsWith('?') ? `${first}${page}` : page)
  return {
    to: (page) => urls.to(toPage(page)),
    inLanguage: (language, page) => urls.inLanguage(language, toPage(page)),
    withQuery: (query) => startingAt(urls.withQuery(query), first),
  }
}
