import { type Language, languageRows } from './shared.ts'

export type { Language }

/** The languages of the web app, by their own names. */
export const languageNames = Object.fromEntries(
  Object.entries(languageRows).flatMap(([code, { name, isInWebApp }]) =>
    isInWebApp ? [[code, name]] : [],
  ),
)

const storageKey = 'bestow.language'

/** The language of the web app: the chosen one, or else the first one that the browser asks for and the app has. */
export const language = findLanguage()

/** The locale for dates and numbers. Dates in English have the day before the month. */
export const locale = language === 'en' ? 'en-GB' : language

/** What this module needs of a browser. Tests load it without one. */
const browser = globalThis as {
  document?: { documentElement: { lang: string } }
  location?: { reload: () => void }
}

if (browser.document !== undefined) browser.document.documentElement.lang = language

/** Stores the language in this browser and reloads, because texts are also read when a module loads. */
export function changeLanguage(chosen: Language): void {
  localStorage.setItem(storageKey, chosen)
  browser.location?.reload()
}

function findLanguage(): Language {
  if (typeof localStorage === 'undefined') return 'en' // outside a browser
  const wanted = [localStorage.getItem(storageKey), ...navigator.languages]
  return wanted.map((tag) => tag?.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(languageNames, code)
}
