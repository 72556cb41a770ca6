/**
 * A browser without JavaScript that handles pages, links and forms. It stores
 * cookies only in a given cookie jar.
 */
export interface RecipientBrowser {
  open(path: string): Promise<RecipientPage>
  /** Submits a form of the page with the given input, by its main button or by another button. */
  submit(
    page: RecipientPage,
    form: string,
    input?: FormInput,
    button?: Button,
  ): Promise<RecipientPage>
}

type FormInput = Readonly<Record<string, string | readonly string[]>>
/** A button of a form. `action` is the `formaction` of the button, if it has one. */
type Button = readonly [name: string, value: string, action?: string]

/** A page after all redirects. */
export interface RecipientPage {
  status: number
  path: string
  /** The path of the page, with its query. */
  url: string
  headers: Headers
  text: string
  /** The text of the page without its markup. */
  visibleText: string
}

export function createRecipientBrowser(
  origin: string,
  headers: Record<string, string> = {},
  cookies: CookieJar | undefined = undefined,
): RecipientBrowser {
  const defaultHeaders = { 'accept-language': 'en-GB,en;q=0.9', ...headers }
  const fetchPage = async (path: string, init: RequestInit = {}): Promise<RecipientPage> => {
    const response = await fetch(new URL(path, origin), {
      redirect: 'manual',
      ...init,
      headers: {
        ...defaultHeaders,
        ...cookies?.headerFor(new URL(path, origin).pathname),
        ...(init.headers as Record<string, string>),
      },
    })
    cookies?.store(response.headers.getSetCookie())
    const location = response.headers.get('location')
    if (response.status === 303 && location !== null) {
      await response.text()
      return fetchPage(location)
    }
    const text = await response.text()
    const { status, headers: responseHeaders } = response
    return {
      status,
      headers: responseHeaders,
      text,
      visibleText: extractText(text),
      path: new URL(path, origin).pathname,
      url: path.replace(origin, ''),
    }
  }
  return {
    open: (path) => fetchPage(path),
    submit(page, form, input = {}, button) {
      const { action, fields, main } = parseForm(page.text, form)
      const body = new URLSearchParams()
      const all: FormInput = { ...fields, ...input }
      for (const [name, values] of Object.entries(all))
        for (const value of [values].flat()) body.append(name, value)
      const pressed = button ?? main
      if (pressed !== undefined) body.set(pressed[0], pressed[1])
      return fetchPage(pressed?.[2] ?? action, { method: 'POST', body })
    },
  }
}

/** The cookies of one browser. Each cookie belongs to a path. */
export interface CookieJar {
  headerFor(path: string): Record<string, string>
  store(lines: readonly string[]): void
  /** Returns the names and paths of the cookies, in the form `name path`. */
  names(): string[]
}

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, { name: string; value: string; path: string }>()
  return {
    headerFor(at) {
      const sent = [...cookies.values()].filter(
        ({ path }) => at === path || at.startsWith(`${path}/`) || path === '/',
      )
      const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
      return cookie === '' ? {} : { cookie }
    },
    store(lines) {
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/'
        const isGone = value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)
        if (isGone) cookies.delete(`${name} ${path}`)
        else cookies.set(`${name} ${path}`, { name, value, path })
      }
    },
    names: () => [...cookies.keys()].sort(),
  }
}

/** Finds the form with this id, or the form with an action whose path ends in this name. */
function parseForm(text: string, formId: string) {
  const forms = [...text.matchAll(/<form ([^>]*)>([\s\S]*?)<\/form>/g)]
  const match = forms.find(([, tag = '']) => {
    const { id = '', action = '' } = parseAttributes(tag)
    return id === formId || action.replace(/\?.*$/, '').endsWith(`/${formId}`)
  })
  if (match === undefined) throw new Error(`no form ${formId} in ${extractText(text)}`)
  const [, tag = '', formHtml = ''] = match
  const button = parseAttributes(/<button (class="main"[^>]*)>/.exec(formHtml)?.[1] ?? '')
  return {
    action: parseAttributes(tag).action ?? '',
    fields: parseFields(formHtml),
    main: button.name === undefined ? undefined : ([button.name, button.value ?? ''] as const),
  }
}

/** Parses the values of each field of a form. Several items of a choice have the same field name. */
function parseFields(formHtml: string): Record<string, readonly string[]> {
  const fields: Record<string, readonly string[]> = {}
  for (const [, tag = ''] of formHtml.matchAll(/<input ([^>]*)>/g)) {
    const { name, value = '', type, checked } = parseAttributes(tag)
    const isOptional = type === 'radio' || (type === 'checkbox' && name === 'variant')
    if (name !== undefined && (!isOptional || checked !== undefined))
      fields[name] = [...(fields[name] ?? []), value]
  }
  for (const [, tag = '', options = ''] of formHtml.matchAll(
    /<select ([^>]*)>([\s\S]*?)<\/select>/g,
  )) {
    const chosen =
      /<option value="([^"]*)" selected>/.exec(options) ?? /<option value="([^"]*)"/.exec(options)
    fields[parseAttributes(tag).name ?? ''] = [chosen?.[1] ?? '']
  }
  for (const [, tag = '', value = ''] of formHtml.matchAll(
    /<textarea ([^>]*)>([\s\S]*?)<\/textarea>/g,
  ))
    fields[parseAttributes(tag).name ?? ''] = [unescapeHtml(value.replace(/^\n/, ''))]
  return fields
}

const parseAttributes = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name,
      unescapeHtml(value),
    ]),
  )

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const extractText = (text: string) =>
  unescapeHtml(
    text
      .replace(/^[\s\S]*<main/, '<main')
      .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()
