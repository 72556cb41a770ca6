/**
 * An HTTP client with the part of a browser that the consent page needs: a
 * cookie jar. It follows no redirects.
 */
export interface ConsentBrowser {
  open(url: URL | string): Promise<ConsentPage>
  submit(page: ConsentPage, fields: Record<string, string>): Promise<ConsentPage>
}

export interface ConsentPage {
  url: URL
  status: number
  headers: Headers
  text: string
}

export function createConsentBrowser(cookies = new Map<string, string>()): ConsentBrowser {
  const fetchPage = async (url: URL, init: RequestInit = {}): Promise<ConsentPage> => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    return { url, status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    open: (url) => fetchPage(new URL(url)),
    submit: (page, fields) =>
      fetchPage(new URL('/auth/authorize', page.url), {
        method: 'POST',
        body: new URLSearchParams({ ...hiddenFields(page), ...fields }),
      }),
  }
}

/** Returns the hidden fields of the form on the page. */
export function hiddenFields({ text }: ConsentPage): Record<string, string> {
  const inputs = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value]))
}

/**
 * Opens the consent page. Allows access as the given user, or denies access if there is no user. Returns the
 * URL of the redirect.
 */
export async function submitConsent(
  url: URL | string,
  user: { email: string; password: string } | undefined,
): Promise<URL> {
  const browser = createConsentBrowser()
  const page = await browser.open(url)
  const response = await browser.submit(
    page,
    user === undefined ? { decision: 'deny' } : { decision: 'allow', ...user },
  )
  const location = response.headers.get('location')
  if (location === null) throw new Error(`no redirect: ${response.status} ${response.text}`)
  return new URL(location)
}
