/** The public operations that do the same as a route of the admin API, or the reason why there is none. */
export type Target = string | readonly string[] | { onlyInWebApp: string }

/** A screen of the web app with the routes of the admin API that it uses, by method and path. */
export interface Screen {
  title: string
  routes: Readonly<Record<string, Target>>
}

export const only = (onlyInWebApp: string): Target => ({ onlyInWebApp })

export const forPages = only('prepares a page of the web app; a program has no pages')
export const forPeople = only('belongs to the sign-in of a person; a program has a token')
