/** A browser as far as the consent page needs one: it keeps cookies and follows nothing by itself. */
export interface Browser {
  open(url: URL | string): Promise<Shown>
  submit(page: Shown, fields: Record<string, string>): Promise<Shown>
}

export interface Shown {
  url: URL
  status: number
  headers: Headers
  text: string
}

export function newBrowser(cookies = new Map<string, string>()): Browser {
  const go = async (url: URL, init: RequestInit = {}): Promise<Shown> => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    return { url, status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return {
    open: (url) => go(new URL(url)),
    submit: (page, fields) =>
      go(new URL('/auth/authorize', page.url), {
        method: 'POST',
        body: new URLSearchParams({ ...hiddenIn(page), ...fields }),
      }),
  }
}

/** What the form on the page sends along without being asked. */
export function hiddenIn({ text }: Shown): Record<string, string> {
  const inputs = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value]))
}

/** Opens the consent page and says yes as this person, or no as nobody. Answers where the app is called back. */
export async function agree(
  url: URL | string,
  person: { email: string; password: string } | undefined,
): Promise<URL> {
  const browser = newBrowser()
  const page = await browser.open(url)
  const answer = await browser.submit(
    page,
    person === undefined ? { decision: 'deny' } : { decision: 'allow', ...person },
  )
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`no way back: ${answer.status} ${answer.text}`)
  return new URL(location)
}
