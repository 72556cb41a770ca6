/** A browser without script: pages, links, forms. It stores cookies only where the test asks for it. */
export interface Visitor {
  go(path: string): Promise<Shown>
  /** Sends a form of the page as its main button would, or another, with what was typed into it. */
  send(page: Shown, form: string, typed?: Typed, button?: Button): Promise<Shown>
}

type Typed = Readonly<Record<string, string | readonly string[]>>
/** With an address of its own where it has one. */
type Button = readonly [name: string, value: string, action?: string]

/** A page, after all redirects. */
export interface Shown {
  status: number
  path: string
  /** The path with its query. */
  url: string
  headers: Headers
  text: string
  /** The words of the page, without its markup. */
  words: string
}

export function visitorOf(
  origin: string,
  headers: Record<string, string> = {},
  cookies: CookieJar | undefined = undefined,
): Visitor {
  const usual = { 'accept-language': 'en-GB,en;q=0.9', ...headers }
  const look = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const answer = await fetch(new URL(path, origin), {
      redirect: 'manual',
      ...init,
      headers: {
        ...usual,
        ...cookies?.headerFor(new URL(path, origin).pathname),
        ...(init.headers as Record<string, string>),
      },
    })
    cookies?.store(answer.headers.getSetCookie())
    const location = answer.headers.get('location')
    if (answer.status === 303 && location !== null) {
      await answer.text()
      return look(location)
    }
    const text = await answer.text()
    const { status, headers: got } = answer
    return {
      status,
      headers: got,
      text,
      words: wordsIn(text),
      path: new URL(path, origin).pathname,
      url: path.replace(origin, ''),
    }
  }
  return {
    go: (path) => look(path),
    send(page, form, typed = {}, button) {
      const { action, fields, main } = formIn(page.text, form)
      const body = new URLSearchParams()
      const all: Typed = { ...fields, ...typed }
      for (const [name, values] of Object.entries(all))
        for (const value of [values].flat()) body.append(name, value)
      const pressed = button ?? main
      if (pressed !== undefined) body.set(pressed[0], pressed[1])
      return look(pressed?.[2] ?? action, { method: 'POST', body })
    },
  }
}

/** The cookies of one browser, by path. */
export interface CookieJar {
  headerFor(path: string): Record<string, string>
  store(lines: readonly string[]): void
  /** Names and paths, as `name path`. */
  names(): string[]
}

export function newCookieJar(): CookieJar {
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

/** The form with this id, or to this last part of a path. */
function formIn(text: string, wanted: string) {
  const forms = [...text.matchAll(/<form ([^>]*)>([\s\S]*?)<\/form>/g)]
  const found = forms.find(([, tag = '']) => {
    const { id = '', action = '' } = attributesIn(tag)
    return id === wanted || action.replace(/\?.*$/, '').endsWith(`/${wanted}`)
  })
  if (found === undefined) throw new Error(`no form ${wanted} in ${wordsIn(text)}`)
  const [, tag = '', inside = ''] = found
  const button = attributesIn(/<button (class="main"[^>]*)>/.exec(inside)?.[1] ?? '')
  return {
    action: attributesIn(tag).action ?? '',
    fields: fieldsIn(inside),
    main: button.name === undefined ? undefined : ([button.name, button.value ?? ''] as const),
  }
}

function fieldsIn(inside: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, tag = ''] of inside.matchAll(/<input ([^>]*)>/g)) {
    const { name, value = '', type, checked } = attributesIn(tag)
    if (name !== undefined && (type !== 'radio' || checked !== undefined)) fields[name] = value
  }
  for (const [, tag = '', options = ''] of inside.matchAll(
    /<select ([^>]*)>([\s\S]*?)<\/select>/g,
  )) {
    const chosen =
      /<option value="([^"]*)" selected>/.exec(options) ?? /<option value="([^"]*)"/.exec(options)
    fields[attributesIn(tag).name ?? ''] = chosen?.[1] ?? ''
  }
  for (const [, tag = '', value = ''] of inside.matchAll(
    /<textarea ([^>]*)>([\s\S]*?)<\/textarea>/g,
  ))
    fields[attributesIn(tag).name ?? ''] = plain(value.replace(/^\n/, ''))
  return fields
}

const attributesIn = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name,
      plain(value),
    ]),
  )

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const wordsIn = (text: string) =>
  plain(
    text
      .replace(/^[\s\S]*<main/, '<main')
      .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()
