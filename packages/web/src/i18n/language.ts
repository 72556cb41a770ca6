import { type Language, languageRows } from './shared.ts'

export type { Language }

/** The languages of the web app. Each language has its own name for itself. */
export const languageNames = Object.fromEntries(
  Object.entries(languageRows).flatMap(([code, { name, isInWebApp }]) =>
    isInWebApp ? [[code, name]] : [],
  ),
)

const storageKey = 'bestow.language'

/**
 * The language of the web app. It is the language that the user chose, or else the first language of the
 * browser that the app supports.
 */
export const language = findLanguage()

/** The locale for dates and numbers. In English dates, the day stands before the month. */
export const locale = language === 'en' ? 'en-GB' : language

/** The parts of the browser that this module needs. Tests load this module without a browser. */
const browser = globalThis as {
  document?: { documentElement: { lang: string } }
  location?: { reload: () => void }
}

if (browser.document !== undefined) browser.document.documentElement.lang = language

/**
 * Stores the language in this browser and reloads the page, because some texts are read when a module loads.
 */
export function changeLanguage(chosen: Language): void {
  localStorage.setItem(storageKey, chosen)
  browser.location?.reload()
}

function findLanguage(): Language {
  if (typeof localStorage === 'undefined') return 'en' // without a browser, for example in a test
  const wanted = [localStorage.getItem(storageKey), ...navigator.languages]
  return wanted.map((tag) => tag?.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(languageNames, code)
}
