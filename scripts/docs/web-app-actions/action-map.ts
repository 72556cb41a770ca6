/**
 * The actions of one part of the web app, by method and path of the admin API: the id of the public operation that does
 * the same, or the reason why the action belongs to the web app alone.
 */
export interface ActionMap {
  /** The beginning of the paths. Every action below it has an entry. */
  path: string
  actions: Readonly<Record<string, string | { onlyInWebApp: string }>>
}
